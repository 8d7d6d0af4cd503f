const STUCK = 15000; // ms after which a page that was told of news and did not draw them is loaded anew
const REPEAT = 4000; // ms after which it asks for them once more
const STUCK_AFTER_SLEEP = 1200; // the same for a phone that has just woken: its other connection is dead, as a rule
const STUCK_CUT_OFF = 400; // the same when Streamlit itself says that its connection is gone: it tries again ever more rarely
const ASLEEP = 20000; // ms without a sign from the timers: the phone slept

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".part");
  const view = root.view ?? (root.view = scaffold(root));
  const { room, table, words } = data;
  const line = lineOf(room, data.shows ?? "");
  line.stay(view);
  const drawn = JSON.stringify(data.drawn);
  line.heard = hear;
  line.changed = show;
  if (view.drawn !== drawn) line.draft = null; // what was being typed is in the tale by now, or was taken away
  view.drawn = drawn;
  windClock();
  askAgain();
  show();
  return () => {
    clearInterval(view.ticking);
    line.leave(view);
  };

  function hear(kind, told) {
    if (kind === "gone") line.gone = true;
    else if (kind === "draft") {
      const { seat, text } = JSON.parse(told);
      line.draft = { seat, text };
      view.last = performance.now();
    } else if (kind === "away") line.away = JSON.parse(told);
    else askAgain();
    show();
  }

  // The page asks for itself again when it was drawn from an older state than the one told of.
  function askAgain() {
    const news = Object.entries(line.known).filter(([kind, told]) => isNews(kind, told)).map(([, told]) => told);
    const wanted = news.join("/");
    if (wanted === line.asked) return;
    line.asked = wanted;
    clearTimeout(line.stuck);
    clearInterval(line.repeating);
    if (!wanted) return;
    setTriggerValue("moved", { wanted });
    // A run of the page that another click ended may have taken the question with it.
    let times = 0;
    line.repeating = setInterval(() => line.asked === wanted && setTriggerValue("moved", { wanted, times: ++times }), REPEAT);
    // Streamlit's own connection may be dead while ours is not: then only a new page helps. Drafts are kept.
    const patience = isCutOff() ? STUCK_CUT_OFF : Date.now() - line.woke < STUCK ? STUCK_AFTER_SLEEP : STUCK;
    line.stuck = setTimeout(() => line.asked === wanted && !line.left && location.reload(), patience);
  }

  function isNews(kind, told) {
    if (kind === "room") return Number(told) > data.version;
    if (kind === "people") return data.shows === null && told !== data.people;
    const [game, version, reseated] = told.split(".");
    const [drawnGame, drawnVersion, drawnReseated] = (data.drawn[kind] ?? "").split(".");
    // Another game comes with another version of the room.
    return game === drawnGame && (Number(version) > Number(drawnVersion) || Number(reseated) > Number(drawnReseated));
  }

  function windClock() {
    clearInterval(view.ticking);
    const clock = table?.clock;
    view.clock.hidden = !clock || clock.age === null || !table.showsDraft;
    if (view.clock.hidden) return;
    if (view.since !== clock.since) {
      view.since = clock.since;
      view.last = performance.now() - clock.age * 1000;
    }
    view.ticking = setInterval(tick, 500);
    tick();
  }

  function tick() {
    const { limit } = table.clock;
    const silent = Math.max(0, (performance.now() - view.last) / 1000);
    const stands = line.away.includes(table.narrator);
    view.clock.classList.toggle("out", !stands && silent >= limit);
    view.bar.style.transform = `scaleX(${stands ? 1 : Math.max(0, 1 - silent / limit)})`;
    view.time.textContent = stands ? "" : silent >= limit
      ? words.run_out : fill(words.silent, { seconds: Math.floor(silent), limit: Math.round(limit) });
  }

  function show() {
    root.hidden = false;
    view.lost.hidden = line.open && !line.gone;
    view.lost.textContent = line.gone ? words.gone : words.lost;
    const away = table ? line.away.filter((seat) => seat < table.names.length) : [];
    view.away.hidden = !away.length;
    view.away.textContent = away.map((seat) => fill(words.away, { name: table.names[seat] })).join(" ");
    const draft = table?.showsDraft ? line.draft : null;
    view.draft.hidden = !table?.showsDraft;
    if (!table?.showsDraft) return;
    view.draft.style.setProperty("--seat", table.colours[table.narrator]);
    const typed = draft && draft.seat === table.narrator ? draft.text : "";
    view.draft.classList.toggle("typing", Boolean(typed));
    view.text.textContent = typed || fill(words.tells, { name: table.names[table.narrator] });
  }
}

function isCutOff() {
  const state = document.querySelector("[data-test-connection-state]")?.dataset.testConnectionState;
  return state !== undefined && state !== "CONNECTED";
}

// One connection a tab, whatever is drawn and drawn anew; another table or room takes its place.
const lines = new Map();

function lineOf(room, table) {
  const name = `${room}/${table}`;
  for (const [other, line] of lines) {
    if (other !== name) line.close();
  }
  if (!lines.has(name)) lines.set(name, connect(room, table, () => lines.delete(name)));
  return lines.get(name);
}

function connect(room, table, forget) {
  const line = {
    known: {}, away: [], draft: null, open: true, gone: false, asked: "", left: false, woke: 0, heard: null, changed: null,
  };
  const address = (what) => new URL(`rooms/${room}/${what}`, location.href);
  let source, beating, lastTick = Date.now(), closed = false;

  function listen() {
    source?.close();
    const from = address("live");
    from.searchParams.set("table", table);
    source = new EventSource(from);
    source.onopen = () => state(true);
    source.onerror = () => {
      state(false);
      if (source.readyState === EventSource.CLOSED && !closed) setTimeout(listen, 2000); // refused: the server restarts
    };
    for (const kind of ["room", "people", "draft", "away", "gone"]) source.addEventListener(kind, (event) => take(kind, event.data));
    for (let index = 0; index < 40; index++) {
      source.addEventListener(`game${index}`, (event) => take(`game${index}`, event.data));
    }
  }

  function take(kind, told) {
    if (kind === "room" || kind === "people" || kind.startsWith("game")) line.known[kind] = told;
    line.heard?.(kind, told);
  }

  function state(open) {
    if (line.open === open) return;
    line.open = open;
    line.changed?.();
  }

  async function beat() {
    clearTimeout(beating);
    let next = 2;
    try {
      const answer = await fetch(address("beat"), { method: "POST" });
      if (answer.ok) next = await answer.json();
      if (source.readyState === EventSource.OPEN) state(true);
    } catch {
      state(false);
    }
    if (!closed) beating = setTimeout(beat, next * 1000);
  }

  function lose() {
    state(false);
    beat();
  }

  function wake() {
    if (document.visibilityState !== "visible" || closed) return;
    if (Date.now() - lastTick > ASLEEP) line.woke = Date.now();
    if (source.readyState !== EventSource.OPEN || Date.now() - lastTick > ASLEEP) listen();
    lastTick = Date.now();
    beat();
  }

  const ticking = setInterval(() => {
    if (Date.now() - lastTick > ASLEEP) wake();
    lastTick = Date.now();
  }, 2000);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("offline", lose);
  line.close = () => {
    closed = true;
    source.close();
    clearTimeout(beating);
    clearTimeout(line.stuck);
    clearInterval(line.repeating);
    clearInterval(ticking);
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
    window.removeEventListener("offline", lose);
    forget();
  };
  // A redraw takes the part down for a moment; another page of the app takes it down for good.
  line.leave = (view) => {
    if (line.owner !== view) return; // the next one is up already
    line.left = true;
    line.leaving = setTimeout(line.close, 3000);
  };
  line.stay = (view) => {
    line.owner = view;
    line.left = false;
    clearTimeout(line.leaving);
  };
  listen();
  beat();
  return line;
}

function scaffold(root) {
  const view = {
    lost: make("p", "lost"), away: make("p", "away"), draft: make("p", "draft"), text: make("span", "text"),
    clock: make("div", "clock"), bar: make("span", "bar"), time: make("span", "time"),
  };
  view.lost.setAttribute("role", "alert");
  view.away.setAttribute("role", "status");
  const track = make("span", "track");
  track.append(view.bar);
  view.clock.append(track, view.time);
  view.draft.append(view.text);
  root.append(view.lost, view.away, view.draft, view.clock);
  return view;
}
