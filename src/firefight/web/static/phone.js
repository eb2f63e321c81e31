// The player's phone: which view is open, what the big button does, dice typed in, and a nudge when one is called. No rule of any game is here.

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const words = document.body.dataset;
const typing = () => document.activeElement?.matches("input:not([type=radio], [type=checkbox]), textarea, select");

// ---- views

function open_view(name) {
  document.body.dataset.tab = name;
  for (const link of all("[data-tab-to]")) link.dataset.tabTo === name ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  scrollTo(0, name === "log" ? document.body.scrollHeight : 0);
  deed();
}
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-tab-to]");
  if (!link) return;
  event.preventDefault();
  history.replaceState(null, "", link.hash);
  open_view(link.dataset.tabTo);
});

// ---- whose turn: title, vibration, words for those who do not look

const title = document.title;
let called = "";

function call(first) {
  const banner = $(".banner");
  const { state, moment, says } = banner.dataset;
  document.title = state === "quiet" ? title : `● ${words[state]} · ${title}`;
  if (moment === called) return;
  called = moment;
  if (first) return;
  $(state === "ask" ? "#urgent" : "#calm").textContent = says;
  if (state === "quiet") return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(state === "ask" ? [60, 60, 60] : 120);
  if (!typing()) open_view("act");
}

// ---- choices: one open at a time; the big button does what is open

const way = (line) => {
  const ways = all(".way-pick input", line);
  return all(":scope > .way-forms > *", line)[Math.max(0, ways.findIndex((one) => one.checked))];
};
const opened = () => all(".menu details.verb-box[open]").find((line) => !line.parentElement.closest("details:not([open])"));

function settle() {
  for (const group of all(".people, .segments")) {
    const radios = all("input[type=radio]", group);
    if (radios.length && !radios.some((one) => one.checked)) (radios.find((one) => one.defaultChecked) ?? radios[0]).checked = true;
  }
  deed();
  answer();
}

function deed() {
  const button = $("#deed");
  if (!button) return;
  const line = opened();
  const form = line && way(line);
  button.hidden = !form;
  if (form) {
    button.setAttribute("form", form.id);
    const target = $(".ptarget :checked", form)?.closest(".ptarget");
    const name = target && $("input", target).value ? $("strong", target).textContent : form.dataset.about;
    button.textContent = `${form.dataset.press} ${name}`.trim();
  }
  const foot = button.parentElement.dataset.foot;
  button.classList.toggle("ask", foot === "window");
  const pass = $("#end-turn");
  if (pass && foot === "window") for (const sign of ["ask", "grow"]) pass.classList.toggle(sign, !form);
  if (pass && foot === "turn") {
    pass.classList.toggle("grow", !form);
    pass.classList.toggle("turn", !form && "next" in pass.dataset);
  }
}

function answer() {
  const button = $("[data-send]");
  const form = button?.form;
  const picked = form && $(".choice :checked", form);
  if (picked) button.textContent = $("strong", picked.closest(".choice")).textContent;
}

document.addEventListener("toggle", (event) => event.target.matches?.("details") && deed(), true);
document.addEventListener("change", (event) => event.target.closest(".menu, .asked") && (deed(), answer()));
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) {
    const field = $("input", step.parentElement);
    Number(step.dataset.step) > 0 ? field.stepUp() : field.stepDown();
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (event.target.closest("[data-suggest]")) $("#suggest")?.showModal();
});
$("#suggest-form")?.addEventListener("htmx:after:request", () => { $("#suggest").close(); $("#suggest-form").reset(); });

// ---- the end of a turn with something left: a second press within a few seconds

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-sure]");
  if (!button || button.classList.contains("sure")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const [head, about] = [$("span", button), $("small", button)];
  const before = [head.textContent, about.textContent];
  [head.textContent, about.textContent] = [button.dataset.sure, button.dataset.lapses];
  button.classList.add("sure");
  setTimeout(() => {
    button.classList.remove("sure");
    if (head.textContent === button.dataset.sure) [head.textContent, about.textContent] = before;
  }, 4000);
}, true);

// ---- dice typed in: kept until they are sent, whatever happens to the line or the page

const kept = (id) => JSON.parse(sessionStorage.getItem(id) ?? "[]");
let digits = "";

function roll(change) {
  const box = $("[data-dice]");
  if (!box) return (digits = "");
  const { dice, number, sides } = box.dataset;
  const faces = kept(dice);
  if (change) change(faces, Number(number), Number(sides));
  sessionStorage.setItem(dice, JSON.stringify(faces));
  draw(box, faces, Number(number));
}

function draw(box, faces, number) {
  const kinds = new Map((box.dataset.kinds ?? "").split(",").filter(Boolean).map((one) => one.split(" ")));
  const kind = (face) => kinds.get(String(face)) ?? "";
  const left = number - faces.length;
  all(".pdie", box).forEach((die, at) => {
    const face = faces[at];
    die.className = ["pdie", kind(face), at === faces.length ? "next" : ""].join(" ").trim();
    die.textContent = face ?? (at === faces.length ? digits : "");
  });
  const told = { n: left, hits: faces.filter((face) => kind(face) === "hit").length, sum: faces.reduce((sum, face) => sum + face, 0) };
  const text = kinds.size ? (left ? box.dataset.hits : box.dataset.done) : left ? box.dataset.sum : box.dataset.total;
  if (faces.length) $(".tally", box).textContent = said(text, told);
  fields(box, faces);
  const button = $("[data-send]");
  button.disabled = left > 0;
  button.textContent = left ? said(button.dataset.left, told) : button.dataset.ready;
}

const said = (text, values) => text.replace(/{(\w+)}/g, (all, name) => values[name] ?? all);

function fields(box, faces) {
  for (const old of all("input[name=face]", box)) old.remove();
  for (const face of faces) box.append(Object.assign(document.createElement("input"), { type: "hidden", name: "face", value: face }));
}

function press(key) {
  roll((faces, number, sides) => {
    if (faces.length >= number) return;
    if (sides <= 20) return void faces.push(Number(key));
    digits += key;
    const wide = String(sides - 1).length;
    if (digits.length < wide) return;
    const face = Number(digits) || 10 ** wide;
    digits = "";
    if (face <= sides) faces.push(face);
  });
}

function take_back() {
  roll((faces) => { if (digits) digits = ""; else faces.pop(); });
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key-face]");
  if (key) press(key.dataset.keyFace);
  if (event.target.closest("[data-take-back]")) take_back();
});
document.addEventListener("keydown", (event) => {
  const box = $("[data-dice]");
  if (!box || typing() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Backspace") take_back();
  else if (/^\d$/.test(event.key) && $(`[data-key-face="${event.key}"]`)) press(event.key);
  else return;
  event.preventDefault();
});

// ---- a press that did not get through

document.addEventListener("htmx:error", (event) => {
  if (!event.detail.ctx?.sourceElement?.matches("form, button")) return;
  const note = Object.assign(document.createElement("p"), { className: "toast refused", textContent: words.unsent });
  $("#said").replaceChildren(note);
  setTimeout(() => note.remove(), 6000);
});

// ---- whenever the table has changed

let moments = "";

function changed() {
  const menus = all(".menu");
  const now = menus.map((menu) => menu.dataset.moment).join(" ");
  if (now !== moments) {
    moments = now;
    const fresh = menus.find((menu) => menu.dataset.opens);
    if (fresh && !opened()) $(`#${CSS.escape(fresh.dataset.opens)}`).open = true;
  }
  settle();
  roll();
  call(false);
}

call(true);
open_view(all("[data-tab-to]").find((link) => link.hash === location.hash)?.dataset.tabTo ?? "act");
moments = all(".menu").map((menu) => menu.dataset.moment).join(" ");
settle();
roll();
document.addEventListener("table:changed", changed);
