const GRACE = 150; // ms after the time is over: the server's clock must have passed it too
const AGAIN_AFTER = 3000; // ms after which a page that asked and was not drawn anew asks again, later each time

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".part");
  const view = root.view ?? (root.view = scaffold(root));
  const { words } = data;
  if (view.at !== data.at) {
    view.at = data.at;
    view.drawn = performance.now();
    view.asked = 0;
  }
  const passed = () => (data.paused ? 0 : (performance.now() - view.drawn) / 1000);
  const runs = data.left !== null;
  root.classList.toggle("large", data.large);
  root.classList.toggle("idle", !runs);
  root.classList.toggle("paused", data.paused);
  view.glass.setAttribute("aria-label", words.name);
  clearInterval(view.ticking);
  if (runs) {
    tick();
    if (!data.paused) view.ticking = setInterval(tick, 200);
  }
  wake();
  return () => {
    clearInterval(view.ticking);
    clearTimeout(view.waking);
  };

  function tick() {
    const left = Math.max(0, data.left - passed());
    const share = data.limit ? Math.min(1, left / data.limit) : 0;
    view.upper.style.transform = `scaleY(${share})`;
    view.lower.style.transform = `scaleY(${1 - share})`;
    view.text.textContent = data.paused ? words.paused : left > 0 ? fill(words.seconds, { seconds: Math.ceil(left) }) : words.over;
    root.classList.toggle("late", !data.paused && left <= Math.min(10, data.limit / 3));
  }

  function wake() {
    clearTimeout(view.waking);
    const times = [data.dueIn, data.paused ? null : data.left].filter((time) => time !== null && (time > 0 || time === data.dueIn));
    if (!times.length) return;
    const wait = Math.max(0, Math.min(...times) - passed()) * 1000 + GRACE;
    // Whatever is due already was done before the page was drawn; if it could not be done, asking at once won't help.
    view.waking = setTimeout(ask, data.dueIn === 0 ? AGAIN_AFTER : wait);
  }

  function ask() {
    view.asked += 1;
    setTriggerValue("due", { at: data.at, asked: view.asked });
    view.waking = setTimeout(ask, AGAIN_AFTER * view.asked);
  }
}

function scaffold(root) {
  const glass = document.createElementNS(SVG, "svg");
  glass.setAttribute("viewBox", "0 0 40 60");
  glass.setAttribute("role", "img");
  const path = (d, className) => {
    const drawn = document.createElementNS(SVG, "path");
    drawn.setAttribute("d", d);
    drawn.setAttribute("class", className);
    glass.append(drawn);
    return drawn;
  };
  const upper = path("M8 7h24c0 11-6 16-12 22.5-6-6.5-12-11.5-12-22.5z", "sand upper");
  const lower = path("M8 53h24c0-11-6-16-12-22.5-6 6.5-12 11.5-12 22.5z", "sand lower");
  path("M3 2h34v4H3zM3 54h34v4H3z", "frame");
  path("M7 6c0 14 10 17 10 24S7 40 7 54M33 6c0 14-10 17-10 24s10 10 10 24", "wall");
  const text = make("span", "time");
  text.setAttribute("role", "timer");
  root.append(glass, text);
  return { glass, upper, lower, text, ticking: 0, waking: 0, asked: 0, at: null, drawn: 0 };
}
