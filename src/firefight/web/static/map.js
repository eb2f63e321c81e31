// The map under the hand: tokens are dragged or walked with the arrow keys, looked from on hover and focus; doors and files.
// What a move costs and whether it may be is for the server; here only squares are counted.

const over = () => document.getElementById("map-over");
const says = (text) => { const line = document.getElementById("map-says"); if (line) line.textContent = text; };
const map = () => document.querySelector("svg[data-map]");
const svg = (name, values) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  return made;
};

// ---- squares and points

const grid = () => {
  const { unit, margin, left, top, columns, rows, metres, diagonals } = map().dataset;
  return { unit: +unit, margin: +margin, left: +left, top: +top, columns: +columns, rows: +rows, metres: +metres, diagonals };
};

function named([x, y]) {
  let letters = "";
  for (let rest = x + 1; rest; rest = Math.floor((rest - 1) / 26)) letters = String.fromCharCode(65 + (rest - 1) % 26) + letters;
  return letters + (y + 1);
}

function square(name) {
  const [, letters, number] = /^([A-Z]+)(\d+)$/.exec(name) ?? [, "A", "1"];
  return [[...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1, +number - 1];
}

function corner([x, y]) {
  const { unit, margin, left, top } = grid();
  return [margin + (x - left) * unit, margin + (y - top) * unit];
}

function square_at(event) {
  const { unit, margin, left, top, columns, rows } = grid();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map().getScreenCTM().inverse());
  const at = [Math.floor((point.x - margin) / unit), Math.floor((point.y - margin) / unit)];
  return at[0] >= 0 && at[1] >= 0 && at[0] < columns && at[1] < rows ? [at[0] + left, at[1] + top] : null;
}

function away(a, b) {
  const { metres, diagonals } = grid();
  const across = Math.abs(a[0] - b[0]), down = Math.abs(a[1] - b[1]);
  return +((diagonals === "one" ? Math.max(across, down) : Math.hypot(across, down)) * metres).toPrecision(4) + " m";
}

function can_reach(at) {
  const near = document.querySelector("[data-near]"), { unit } = grid(), [x, y] = corner(at);
  return !!near && near.isPointInFill(new DOMPoint(x + unit / 2, y + unit / 2));
}

// ---- a token that is on its way: its goal, and how it is put there

let going = null;

function start(token, by_hand) {
  going = { id: token.dataset.token, from: square(token.dataset.square), to: square(token.dataset.square), act: token.dataset.drag === "act", by_hand };
}

function aim(to) {
  if (!going || !to) return;
  going.to = to;
  const { unit } = grid(), [x, y] = corner(to), [fx, fy] = corner(going.from), free = !going.act || going.by_hand || can_reach(to);
  const half = unit / 2, stays = named(to) === named(going.from);
  const label = svg("text", { class: "label", x: x + half, y: y > unit ? y - 5 : y + unit + 14, "text-anchor": "middle" });
  label.textContent = stays ? named(to) : `${named(to)}, ${away(going.from, to)}`;
  over().replaceChildren(
    svg("path", { class: "trail", d: `M${fx + half} ${fy + half}L${x + half} ${y + half}` }),
    svg("rect", { class: free ? "goal" : "goal cannot", x: x + 1.5, y: y + 1.5, width: unit - 3, height: unit - 3, rx: 3 }),
    ...(free ? [] : [svg("path", { class: "goal-x", d: `M${x + 5} ${y + 5}l6 6m0 -6l-6 6` })]),
    label,
  );
  const { can, cannot } = document.getElementById("map-says")?.dataset ?? {};
  const told = [label.textContent, ...(going.act && !going.by_hand && !stays ? [free ? can : cannot] : [])].join(", ");
  says(told);
  if (going.tapped) ask_to_go(told, free);
}

function arrive() {
  if (!going) return;
  const { id, from, to, act, by_hand } = going;
  going = null;
  asks(false);
  if (named(from) === named(to)) return clear();
  const walks = act && !by_hand, form = document.getElementById(walks ? "map-act" : "map-place");
  if (!form) return clear();
  if (!walks) form.querySelector("[data-who]").value = id;
  form.querySelector("[data-to]").value = named(to);
  document.getElementById(`token-${id}`)?.classList.add("waits");
  form.requestSubmit();
}

function give_up() {
  if (!going) return;
  going = null;
  clear();
  says(document.getElementById("map-says")?.dataset.back ?? "");
}

function clear() {
  asks(false);
  over()?.replaceChildren();
  for (const token of document.querySelectorAll(".map .waits")) token.classList.remove("waits");
}

document.addEventListener("htmx:finally:request", (event) => { if (/^map-(act|place)$/.test(event.target.id)) clear(); });

// ---- the pointer

let pressed = null;

document.addEventListener("pointerdown", (event) => {
  const token = event.target.closest?.("a.piece[data-drag]");
  if (!token?.dataset.drag || event.button) return;
  pressed = { token, x: event.clientX, y: event.clientY, pointer: event.pointerId };
});
document.addEventListener("pointermove", (event) => {
  if (!pressed || event.pointerId !== pressed.pointer) return;
  if (!going && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 5) {
    start(pressed.token, event.shiftKey);
    map().setPointerCapture(event.pointerId);
    map().classList.add("dragging");
  }
  if (going) { going.by_hand = event.shiftKey && !!document.getElementById("map-place"); aim(square_at(event)); }
});
document.addEventListener("pointerup", (event) => {
  if (!pressed || event.pointerId !== pressed.pointer) return;
  pressed = null;
  map()?.classList.remove("dragging");
  if (!going) return;
  dragged = true;
  setTimeout(() => { dragged = false; });
  if (square_at(event)) arrive(); else give_up();
});
document.addEventListener("pointercancel", () => { pressed = null; map()?.classList.remove("dragging"); give_up(); });
document.addEventListener("dragstart", (event) => { if (event.target.closest?.("svg[data-map]")) event.preventDefault(); });

let dragged = false;
document.addEventListener("click", (event) => {
  if (dragged && event.target.closest?.("svg[data-map]")) { event.preventDefault(); event.stopImmediatePropagation(); }
}, true);

// ---- a tap on a square: its goal is shown, and the way begins when that is said

const bar = () => document.getElementById("map-go");
const asks = (open) => { if (bar()) bar().hidden = !open; };

function ask_to_go(told, free) {
  bar().querySelector("[data-goal]").textContent = told;
  bar().querySelector("[data-go]").disabled = !free;
  asks(true);
}

let put = null;
document.addEventListener("pointerdown", (event) => { put = [event.clientX, event.clientY]; });
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-go]")) return arrive();
  if (event.target.closest?.("[data-stay]")) return give_up();
  if (!bar() || !event.target.closest?.("svg[data-map]") || event.target.closest("a")) return;
  const token = document.querySelector('a.piece[data-drag="act"]'), to = square_at(event);
  if (!token || !to || (put && Math.hypot(event.clientX - put[0], event.clientY - put[1]) > 8)) return;
  if (!going) start(token, false);
  if (named(to) === named(going.from)) return give_up();
  going.tapped = true;
  aim(to);
});

// ---- the keys

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const token = document.activeElement?.closest?.("a.piece[data-drag]");
  if (!token) return;
  if (STEPS[event.key] && token.dataset.drag) {
    stop(event);
    if (going?.id !== token.dataset.token) start(token, false);
    const { left, top, columns, rows } = grid(), [dx, dy] = STEPS[event.key], [x, y] = going.to;
    going.by_hand = event.shiftKey && !!document.getElementById("map-place");
    aim([Math.min(Math.max(x + dx, left), left + columns - 1), Math.min(Math.max(y + dy, top), top + rows - 1)]);
  } else if (event.key === "Enter" && going) { stop(event); arrive(); }
  else if (event.key === "Escape" && going) { stop(event); give_up(); }
}, true);
document.addEventListener("focusout", (event) => { if (going && !pressed && event.target.closest?.("a.piece")) give_up(); });

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// ---- looking from somebody's square

let looking = "";
let soon = 0;

function look_from(token) {
  if (going || !token || looking === token.dataset.token) return;
  looking = token.dataset.token;
  clearTimeout(soon);
  soon = setTimeout(fetch_sight, 90);
}

async function fetch_sight() {
  const { table, page } = map()?.dataset ?? {}, who = looking;
  if (!who || !table) return;
  const answer = await fetch(`/t/${table}/sight/${encodeURIComponent(who)}?page=${page}`);
  if (!answer.ok || who !== looking || going || !over()) return;
  over().innerHTML = await answer.text();
  says(over().firstElementChild?.dataset.says ?? "");
}

function look_away() {
  clearTimeout(soon);
  looking = "";
  if (!going) over()?.replaceChildren();
}

document.addEventListener("pointerover", (event) => {
  const token = event.target.closest?.("a.piece");
  if (token && event.pointerType === "mouse") look_from(token);
});
document.addEventListener("pointerout", (event) => {
  if (event.target.closest?.("a.piece") && !event.relatedTarget?.closest?.("a.piece")) look_away();
});
document.addEventListener("focusin", (event) => {
  const token = event.target.closest?.("a.piece");
  if (token?.matches(":focus-visible")) look_from(token);
});
document.addEventListener("focusout", (event) => { if (event.target.closest?.("a.piece")) look_away(); });

// ---- what has changed

let view = null;

document.addEventListener("table:changed", () => {
  if (!map()) return;
  if (going && (!document.getElementById(`token-${going.id}`) || (going.tapped && !document.getElementById("map-act")))) give_up();
  if (going?.tapped) aim(going.to);
  if (looking && !going) fetch_sight();
  if (view) map().setAttribute("viewBox", view.join(" "));
});

// ---- larger and smaller, on the page of the map alone; dragging the floor moves a map that is larger than its frame

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-zoom]");
  if (button) zoom(+button.dataset.zoom);
});
document.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !event.target.closest?.(".map-stage svg[data-map]")) return;
  event.preventDefault();
  zoom(event.deltaY < 0 ? 0.85 : 1.18, event);
}, { passive: false });

function whole() {
  const { unit, margin, columns, rows } = grid();
  return [0, 0, columns * unit + margin + 2, rows * unit + margin + 2];
}

function zoom(by, event) {
  if (!map()) return;
  const [, , wide, high] = whole(), [x, y, w, h] = view ?? whole();
  const share = event ? (({ left, top, width, height }) => [(event.clientX - left) / width, (event.clientY - top) / height])(map().getBoundingClientRect()) : [0.5, 0.5];
  const to = by ? Math.min(Math.max(w * by, wide / 8), wide) : wide, ratio = to / w;
  show([x + (w - to) * share[0], y + (h - h * ratio) * share[1], to, Math.min(h * ratio, high)]);
}

function show([x, y, w, h]) {
  const [, , wide, high] = whole();
  view = w >= wide - 0.5 ? null : [Math.min(Math.max(x, 0), wide - w), Math.min(Math.max(y, 0), high - h), w, h];
  map().setAttribute("viewBox", (view ?? whole()).join(" "));
}

let pan = null;
document.addEventListener("pointerdown", (event) => {
  if (view && event.target.closest?.(".map-stage svg[data-map]") && !event.target.closest("a")) pan = { x: event.clientX, y: event.clientY, view };
});
document.addEventListener("pointermove", (event) => {
  if (!pan) return;
  const scale = map().getScreenCTM().a, [x, y, w, h] = pan.view;
  show([x - (event.clientX - pan.x) / scale, y - (event.clientY - pan.y) / scale, w, h]);
});
document.addEventListener("pointerup", () => { pan = null; });

// ---- a map file of another tool: its picture, most of it, stays at home

document.addEventListener("change", async (event) => {
  const input = event.target.closest?.("[data-map-file]"), file = input?.files[0];
  if (!file || !/\.(uvtt|dd2vtt|df2vtt)$/i.test(file.name)) return;
  try {
    const read = JSON.parse(await file.text());
    delete read.image;
    const box = new DataTransfer();
    box.items.add(new File([JSON.stringify(read)], file.name, { type: "application/json" }));
    input.files = box.files;
  } catch { /* what is no JSON is told by the server */ }
});
document.addEventListener("htmx:after:swap", () => { if (document.querySelector("#ground-said [data-laid]")) document.getElementById("sheet")?.close(); });
