// What every part's script begins with: elements, drawings, ids, and memory that outlives a redraw.

const SVG = "http://www.w3.org/2000/svg";

// What a part remembers by its Streamlit key: a page may take a part down and put it up again in mid-work.
const memories = new Map();

function memory(key, start) {
  if (!memories.has(key)) memories.set(key, start());
  return memories.get(key);
}

const AGAIN = 4000; // ms after which a message goes out once more: one may be lost with a run that another click ended
const NO_ANSWER = 10000; // ms after which it is given up: the line is down

// Waits for the answer to memo.pending, which went out at `pending.at`. To be called at every draw: a page may have
// taken the part down meanwhile, and its timers with it. The table takes a message once, however often its id comes.
function awaitAnswer(view, memo, again, giveUp) {
  stopWaiting(view);
  const { pending } = memo;
  if (!pending) return;
  const age = Date.now() - pending.at;
  if (age >= NO_ANSWER) return void giveUp();
  view.late = setTimeout(giveUp, NO_ANSWER - age);
  if (pending.wasRepeated) return;
  view.again = setTimeout(() => {
    pending.wasRepeated = true;
    again(pending);
  }, AGAIN - age);
}

function stopWaiting(view) {
  clearTimeout(view.late);
  clearTimeout(view.again);
}

// An element; text is only ever set as text.
function make(tag, className = "", text = null) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== null) element.textContent = text;
  return element;
}

function draw(picture, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", picture.viewBox);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${picture.body}</svg>`, "image/svg+xml");
  svg.append(...parsed.documentElement.children);
  return svg;
}

// Names with a long word are set smaller: "Transformation" must not break in the middle.
function nameClass(name, fits) {
  return Math.max(...name.split(/[\s-]+/).map((word) => word.length)) > fits ? "name long" : "name";
}

// crypto.randomUUID exists only on HTTPS and localhost, and phones in a class come over plain HTTP.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

