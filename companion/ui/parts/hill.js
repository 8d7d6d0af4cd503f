export default function ({ parentElement, data }) {
  const root = parentElement.querySelector(".part");
  const shape = JSON.stringify([data.start, data.startWord, data.summit, data.teams.map((team) => [team.fill, team.cells[0]])]);
  if (root.shape !== shape) {
    root.shape = shape;
    root.view = scaffold(root, data);
  }
  const { view } = root;
  root.classList.toggle("large", data.large);
  root.classList.toggle("beside", data.beside);
  view.svg.setAttribute("aria-label", data.alt);
  data.teams.forEach((team, seat) => {
    const drawn = view.teams[seat];
    drawn.cells.forEach((cell, step) => cell.classList.toggle("climbed", step < team.step));
    drawn.chip.style.transform = `translate(${team.x}px, ${team.y}px) scale(${team.isKing ? 1.5 : 1})`;
    drawn.chip.classList.toggle("king", team.isKing);
    drawn.badge.setAttribute("d", team.badge ? data.icons[team.badge] : "");
    drawn.badgeBox.classList.toggle("absent", !team.badge);
    if (team.isKing) view.chips.append(drawn.chip);
  });
  const isTaken = data.teams.some((team) => team.isKing);
  view.crown.classList.toggle("taken", isTaken);
  view.free.classList.toggle("absent", isTaken);
  view.pips.forEach((pip, number) => {
    pip.classList.toggle("absent", !data.hold);
    pip.classList.toggle("held", number < data.held);
  });
  view.list.replaceChildren(...data.teams.map((team) => line(team, data)));
}

function shapeOf(tag, attributes, className = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (className) element.setAttribute("class", className);
  return element;
}

function lettering(text, x, y, className, anchor = "middle") {
  const element = shapeOf("text", { x, y, "text-anchor": anchor, "dominant-baseline": "central" }, className);
  element.textContent = text;
  return element;
}

function scaffold(root, data) {
  const svg = shapeOf("svg", { viewBox: data.box, role: "img" }, "hill");
  const view = { svg, teams: [], pips: [], list: make("ul", "teams"), chips: shapeOf("g", {}) };
  svg.append(shapeOf("path", { d: data.peak }, "peak"));
  data.teams.forEach((team) => {
    const slope = shapeOf("g", {}, "slope");
    slope.style.setProperty("--fill", team.fill);
    const cells = team.cells.map((points, step) => shapeOf("polygon", { points }, step % 2 ? "cell even" : "cell"));
    slope.append(...cells);
    svg.append(slope);
    view.teams.push({ cells, ...chipOf(team) });
  });
  data.rows.forEach(({ y, left, right }, step) => {
    const starts = step + 1 === data.start;
    svg.append(lettering(step + 1, left, y, starts ? "number start" : "number"));
    svg.append(lettering(step + 1, right, y, starts ? "number start" : "number"));
    if (starts) svg.append(lettering(data.startWord, left - 34, y, "number start word", "end"));
  });
  const crown = shapeOf("g", {}, "crown");
  crown.append(shapeOf("path", { d: data.crown }));
  view.crown = crown;
  view.free = lettering(data.summit, 800, 232, "summit");
  view.pips = [0, 1, 2].map((number) => shapeOf("circle", { cx: 884 + number * 44, cy: 232, r: 16 }, "pip"));
  view.chips.append(...view.teams.map(({ chip }) => chip));
  svg.append(crown, view.free, ...view.pips, view.chips);
  root.replaceChildren(svg, view.list);
  return view;
}

function chipOf(team) {
  const chip = shapeOf("g", {}, "chip");
  chip.style.setProperty("--fill", team.fill);
  chip.style.setProperty("--ink", team.ink);
  const symbol = shapeOf("path", { d: team.symbol, transform: "translate(-17 -17) scale(1.42)" }, "symbol");
  const badgeBox = shapeOf("g", {}, "badge");
  const badge = shapeOf("path", { transform: "translate(17.5 -30.5) scale(1.04)" });
  badgeBox.append(shapeOf("circle", { cx: 30, cy: -18, r: 19 }), badge);
  chip.append(shapeOf("circle", { r: 27 }, "disc"), symbol, badgeBox);
  return { chip, badge, badgeBox };
}

function icon(d, className) {
  const svg = shapeOf("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, className);
  svg.append(shapeOf("path", { d }));
  return svg;
}

function line(team, data) {
  const item = make("li", team.isMe ? "team me" : "team");
  item.style.setProperty("--fill", team.fill);
  item.style.setProperty("--ink", team.ink);
  const disc = make("span", "disc");
  disc.append(icon(team.symbol, "symbol"));
  const text = make("span", "text");
  text.append(make("span", "name", team.name), make("span", "note", team.note));
  const marks = make("span", "marks");
  marks.append(...team.marks.map((mark) => {
    const shown = make("span", `mark ${mark.tone}`);
    if (mark.icon) {
      shown.append(icon(data.icons[mark.icon], "icon"), make("span", "unseen", mark.text));
      shown.title = mark.text;
    } else shown.textContent = mark.text;
    return shown;
  }));
  item.append(disc, text, marks, make("span", "points", team.points));
  return item;
}
