// The guide through a first turn: one step at a time. How far somebody is, and whether it is put away, stays in his browser.

const guide = document.querySelector("[data-guide]");
const part = (name) => guide.querySelector(`[data-guide-${name}]`);

if (guide) {
  const key = `guide ${guide.dataset.guide}`;
  const steps = [...guide.querySelectorAll("li")];
  const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
  let at = Math.min(Number(kept.at) || 0, steps.length - 1);
  guide.open = kept.open ?? true;

  const keep = () => localStorage.setItem(key, JSON.stringify({ at, open: guide.open }));
  const show = () => {
    steps.forEach((step, n) => { step.hidden = n !== at; });
    part("at").textContent = `${at + 1}/${steps.length}`;
    part("back").disabled = at === 0;
    part("next").hidden = at === steps.length - 1;
    part("end").hidden = at !== steps.length - 1;
    keep();
  };

  part("buttons").hidden = false;
  part("back").addEventListener("click", () => { at -= 1; show(); });
  part("next").addEventListener("click", () => { at += 1; show(); });
  part("end").addEventListener("click", () => { guide.open = false; keep(); });
  guide.addEventListener("toggle", keep);
  show();
}
