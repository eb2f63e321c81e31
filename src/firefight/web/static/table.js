// What a page does that markup cannot: keys, panels, a sign when the line is lost, the theme. No rule of any game is here.

const $ = (selector, root = document) => root.querySelector(selector);
const typing = () => /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "") && !/radio|checkbox/.test(document.activeElement.type);

// ---- panels: whatever lands in #panel is shown

const sheet = $("#sheet");
let shown = "";
document.addEventListener("htmx:after:swap", (event) => {
  const { target, request, swap } = event.detail.ctx ?? {};
  if (sheet && target?.id === "panel" && $("#panel").childElementCount) {
    shown = request.action;
    if (!sheet.open && swap === "innerMorph") $("#panel").replaceChildren();  // it was shut while it was fetched again
    else if (!sheet.open) sheet.showModal();
  }
  const said = $("#said [data-said]");
  if (!said || said.dataset.told) return;
  said.dataset.told = "yes";
  if (said.matches(".refused")) sent = null;
  tell(said);
});

// what is said while a panel is open is said in it: whatever lies under a dialog can be neither read nor pressed

function tell(said) {
  const dialog = $("dialog[open]");
  if (dialog) {
    $(":scope > .said-here", dialog)?.remove();
    const here = Object.assign(document.createElement("div"), { className: "said-here" });
    here.setAttribute("role", "status");
    dialog.prepend(here);
    here.append(said);
  }
  if (!$("form", said)) setTimeout(() => said.remove(), 6000);
}

// a panel about somebody keeps up with the table; what is typed in it stays

document.addEventListener("table:changed", () => {
  if (sheet?.open && shown && $("#panel [data-keeps-up]")) htmx.ajax("GET", shown, { target: "#panel", swap: "innerMorph" });
});
document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-close], [data-keys], [data-theme-switch], [data-fill], [data-completion], [data-dismiss]");
  if (event.target === sheet) sheet.close();
  if (!target) return;
  if (target.matches("[data-close]")) target.closest("dialog").close();
  if (target.matches("[data-keys]")) $("#keys")?.showModal();
  if (target.matches("[data-theme-switch]")) theme();
  if (target.matches("[data-fill]")) fill(target.dataset.fill, target.dataset.suggestion);
  if (target.matches("[data-completion]")) fill(target.dataset.completion + " ");
  if (target.matches("[data-dismiss]")) target.closest("[data-said]").remove();
}, true);
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, text } = event.detail.ctx ?? {};
  const refused = /class="toast refused"/.test(text);
  if (sourceElement?.closest?.("[data-said]")) sourceElement.closest("[data-said]").remove();
  if (!refused && sourceElement?.matches?.("#panel form[hx-post*='/order/']")) sourceElement.reset();
  if (!refused && sourceElement?.querySelector?.("[data-close-after]")) sheet?.close();
});
sheet?.addEventListener("close", () => {
  $("#panel").replaceChildren();
  const said = $(":scope > .said-here [data-said]", sheet);
  if (said && !$("#said").childElementCount) $("#said").append(said);
  $(":scope > .said-here", sheet)?.remove();
  shown = "";
});

// menus that fold out fold in again: after a choice, a press elsewhere, Escape

function fold_in(but) {
  for (const one of document.querySelectorAll("details.more[open]")) if (one !== but) one.open = false;
}
document.addEventListener("click", (event) => {
  const menu = event.target.closest("details.more");
  fold_in(event.target.closest(".pop a, .pop button") ? null : menu);
});

function fill(text, suggestion = "") {
  const line = $("#cmd");
  if (!line) return;
  line.form.elements.suggestion.value = suggestion;
  sheet?.close();
  line.value = text;
  line.focus();
  line.dispatchEvent(new Event("input", { bubbles: true }));
}

// ---- whoever is brought in stands on his own side, where the table has it

document.addEventListener("change", (event) => {
  const side = event.target.dataset?.side, field = side && event.target.form?.elements.side;
  if (field && [...field.options].some((one) => one.value === side)) field.value = side;
});

// ---- presses that need a word first: a question to confirm, or a reason that will stand in the log

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-confirm], [data-reason]");
  if (!button) return;
  if (button.dataset.confirm && !confirm(button.dataset.confirm)) stop(event);
  if (button.dataset.reason) {
    const reason = prompt(button.dataset.reason, button.dataset.usual ?? "");
    if (reason === null) return stop(event);
    const field = $("[name=force]", button.form) ?? button.form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name: "force" }));
    field.value = reason.trim() || button.dataset.usual;
  }
}, true);

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// ---- the open line

const lost = (is) => document.documentElement.classList.toggle("line-lost", is);
document.addEventListener("htmx:sse:error", () => lost(true));
let connection;
document.addEventListener("htmx:sse:before:connection", (event) => {
  connection = event.detail.connection;
  if (connection.attempt > 0) lost(true);
});
document.addEventListener("htmx:sse:after:connection", () => lost(false));
document.addEventListener("htmx:sse:after:message", () => document.dispatchEvent(new CustomEvent("table:changed")));

// whoever finds the network again, or wakes after a while, asks at once for what he has missed: a dead line may look alive

function again() {
  connection?.reader?.cancel();
  connection?.delayCanceller?.();
}
let asleep = 0;
addEventListener("offline", () => lost(true));
addEventListener("online", again);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) asleep = Date.now();
  else if (Date.now() - asleep > 20_000) again();
});

// ---- a new menu opens at its first line with somebody to choose; what somebody has opened himself stays open

let moment = $("#menu")?.dataset.token;
document.addEventListener("table:changed", () => {
  const menu = $("#menu");
  if (!menu || menu.dataset.token === moment || !menu.dataset.opens) return;
  moment = menu.dataset.token;
  if (!$(".entry[open]", menu)) document.getElementById(menu.dataset.opens).open = true;
});

// ---- a button says whom it is about, and its line how likely that is

function aimed(target) {
  const form = target.closest("form"), said = $("[data-press]", form), line = $(":scope > summary > .odds", form?.parentElement), odds = $(".odds", target);
  if (said) said.textContent = `${said.dataset.press} ${$("strong", target).textContent}`;
  if (line && odds) line.replaceWith(odds.cloneNode(true));
}
document.addEventListener("change", (event) => {
  const target = event.target.closest(".target, .ptarget");
  if (target) aimed(target);
});
document.addEventListener("table:changed", () => {
  for (const picked of document.querySelectorAll(".entry .target > input[type=radio]:checked")) if (!picked.defaultChecked) aimed(picked.closest(".target"));
});

// ---- after a deed whatever was picked with it stands as proposed again, but for the target: nothing is paid twice unasked

let sent = null;
document.addEventListener("submit", (event) => {
  const form = event.target, token = form.elements.token;
  if (token && form.elements.verb) sent = { place: form.closest("[id]")?.id, token: token.value };
}, true);
document.addEventListener("table:changed", () => {
  const place = document.getElementById(sent?.place), token = place && $("[name=token]", place);
  if (!token || token.value === sent.token) return;
  for (const one of place.querySelectorAll(":is(input, select):not(.target > input, .ptarget > input, [type=hidden])")) as_proposed(one);
  sent = null;
});

function as_proposed(field) {
  if (field.options) for (const one of field.options) one.selected = one.defaultSelected;
  else if (/radio|checkbox/.test(field.type)) field.checked = field.defaultChecked;
  else field.value = field.defaultValue;
}

// ---- theme

async function theme() {
  const dark = document.documentElement.dataset.theme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  await fetch("/how", { method: "POST", body: new URLSearchParams({ theme: dark ? "light" : "dark" }) });
}

// ---- keys

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && key === "k") { event.preventDefault(); $("#cmd")?.focus(); return; }
  if (event.key === "Escape") fold_in();
  if (event.key === "Escape" && document.activeElement?.id === "cmd") {
    if ($("#cmd-hint").childElementCount) $("#cmd-hint").replaceChildren();
    else document.activeElement.blur();
    return;
  }
  if (typing() || document.querySelector("dialog[open]")) return;
  if ((event.ctrlKey || event.metaKey) && key === "z" && !event.shiftKey) { press(event, "#undo"); return; }
  if ((event.ctrlKey || event.metaKey) && (key === "y" || (key === "z" && event.shiftKey))) { press(event, "#redo"); return; }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "/") { event.preventDefault(); $("#cmd")?.focus(); }
  else if (key === "?") $("#keys")?.showModal();
  else if (key === "n") press(event, "#end-turn");
  else if (key === "a") press(event, "#add");
  else if (key === "x") press(event, ".question.yours [data-default]");
  else if (key === "t") theme();
  else if (key === "m") $("#map a, #map button, #map svg")?.focus();
  else if (key === "enter" && document.activeElement === document.body) press(event, ".entry[open] [type=submit]");
  else if (/^[1-9]$/.test(key)) open_line(key);
});

function press(event, selector) {
  const found = $(selector);
  if (!found || found.disabled) return;
  event.preventDefault();
  found.click();
}

function open_line(number) {
  const line = $(`[data-key="${number}"]`);
  if (!line) return;
  if (line.matches("details")) { line.open = true; $("input:checked, input, select", line)?.focus(); }
  else line.focus();
}

// ---- the command bar: the arrow keys walk its suggestions and what was typed before

const command = $("#command");
const before = [];
let place = 0;
command?.addEventListener("submit", () => {
  const line = $("#cmd");
  if (line.value.trim()) before.push(line.value);
  place = before.length;
  setTimeout(() => { line.value = ""; command.elements.suggestion.value = ""; $("#cmd-hint").replaceChildren(); }, 0);
});
document.addEventListener("htmx:after:swap", (event) => {  // what comes for a line that has gone meanwhile is too late
  if (event.detail.ctx?.target?.id === "cmd-hint" && !$("#cmd").value.trim()) $("#cmd-hint").replaceChildren();
});
$("#cmd")?.addEventListener("input", (event) => {
  if (!event.target.value.trim()) { $("#cmd-hint").replaceChildren(); command.elements.suggestion.value = ""; }
});
$("#cmd")?.addEventListener("keydown", (event) => {
  const options = [...document.querySelectorAll("#cmd-hint [data-completion]")];
  const at = options.findIndex((one) => one.getAttribute("aria-selected") === "true");
  if (event.key === "Tab" && options.length) { event.preventDefault(); fill(options[Math.max(at, 0)].dataset.completion + " "); }
  else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && options.length) {
    event.preventDefault();
    const next = (at + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
    options.forEach((one, n) => one.setAttribute("aria-selected", String(n === next)));
  } else if (event.key === "ArrowUp" && place > 0) { event.preventDefault(); event.target.value = before[--place]; }
});
