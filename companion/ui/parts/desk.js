const HEARTBEAT = 3000; // ms between two messages "still typing"
const AGAIN = 4000; // ms after which the message is sent once more: a server that has just come back loses the first
const NO_ANSWER = 10000; // ms after which the player is told that nothing came back

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".part");
  const view = root.view ?? (root.view = scaffold(root));
  const memo = memory(data.key, () => ({ pending: null, beat: 0, since: undefined, last: performance.now() }));
  const { words, limit } = data;

  setUp();
  readAnswer();
  keepClock();
  show();

  view.box.oninput = () => { save(); deed(); show(); beat(); };
  view.box.onkeydown = (event) => {
    // 229: the key belongs to an input method that is still composing (Safari says so only this way).
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };
  view.send.onclick = send;
  // The box keeps the focus: otherwise a phone folds its keyboard away and the button slips from under the finger.
  view.send.onpointerdown = (event) => event.preventDefault();
  view.send.onmousedown = (event) => event.preventDefault();
  return () => {
    clearInterval(view.ticking);
    view.ticking = 0;
    clearTimeout(view.late);
    clearTimeout(view.again);
  };

  function setUp() {
    view.label.textContent = words.label;
    view.box.placeholder = words.placeholder;
    view.send.querySelector("span").textContent = words.send;
    view.hint.textContent = words.hint;
    view.waiting.textContent = data.waiting;
    root.classList.toggle("waits", Boolean(data.waiting));
    if (view.draftKey !== data.draftKey) {
      view.draftKey = data.draftKey;
      view.box.value = load().text;
    }
    if (data.restored && !view.box.value) {
      view.box.value = data.restored;
      save();
    }
  }

  function readAnswer() {
    if (!memo.pending || data.answered?.id !== memo.pending.id) return;
    const { text } = memo.pending;
    memo.pending = null;
    clearTimeout(view.late);
    clearTimeout(view.again);
    view.say("");
    if (data.answered.accepted) takeAway(text);
    store({ text: view.box.value }); // answered: whatever is sent next is a new message
    deed();
  }

  // What was typed on while the answer was under way stays.
  function takeAway(told) {
    const { value, selectionStart, selectionEnd } = view.box;
    if (!value.startsWith(told)) return;
    const rest = value.slice(told.length).replace(/^\s+/, "");
    const cut = value.length - rest.length;
    view.box.value = rest;
    if (parentElement.activeElement !== view.box) return;
    view.box.setSelectionRange(Math.max(0, selectionStart - cut), Math.max(0, selectionEnd - cut));
  }

  function send() {
    if (memo.pending) return;
    const text = view.box.value;
    const count = length(text);
    if (!text.trim()) return view.say(words.empty);
    if (count > limit) return view.say(tooLong(count), true);
    const draft = load();
    // The same text that got no answer goes out under the same id: the table takes it once.
    const id = draft.sent === text && draft.id ? draft.id : newId();
    memo.pending = { id, text };
    store({ text, sent: text, id });
    deed();
    show();
    view.say(words.sending);
    view.late = setTimeout(() => {
      memo.pending = null;
      show();
      view.say(words.not_sent, true);
    }, NO_ANSWER);
    const tell = () => setTriggerValue("told", { text: text.trim(), id });
    view.again = setTimeout(tell, AGAIN); // under the same id: the table takes it once
    tell();
  }

  function show() {
    const count = length(view.box.value);
    const over = count > limit;
    view.count.textContent = fill(words.counter, { count, limit });
    view.count.classList.toggle("over", over);
    view.box.setAttribute("aria-invalid", String(over));
    view.send.setAttribute("aria-disabled", String(over || Boolean(memo.pending)));
    root.classList.toggle("sending", Boolean(memo.pending));
    if (over) view.say(tooLong(count), true);
    else if (!memo.pending && view.isWarning && view.message.textContent !== words.not_sent) view.say("");
    else if (!memo.pending && view.message.textContent === words.empty && count) view.say("");
  }

  function tooLong(count) {
    return fill(words.too_long, { count, limit, over: count - limit });
  }

  function beat() {
    if (!data.heartbeat || Date.now() - memo.beat < HEARTBEAT) return;
    memo.beat = Date.now();
    setTriggerValue("typed", { id: newId() });
  }

  function deed() {
    memo.last = performance.now();
    tick();
  }

  function keepClock() {
    const { clock } = data;
    view.clock.hidden = !clock;
    clearInterval(view.ticking);
    view.ticking = 0;
    view.clock.classList.toggle("still", clock?.since == null);
    if (!clock) return;
    view.clockName.textContent = words.clock;
    if (memo.since !== clock.since) {
      memo.since = clock.since;
      memo.last = performance.now() - clock.age * 1000;
    }
    if (clock.since !== null) view.ticking = setInterval(tick, 250);
    tick();
  }

  function tick() {
    const { clock } = data;
    if (!clock) return;
    const silent = clock.since === null ? 0 : (performance.now() - memo.last) / 1000;
    const out = silent >= clock.limit;
    view.bar.style.transform = `scaleX(${Math.max(0, 1 - silent / clock.limit)})`;
    view.time.textContent = out
      ? words.run_out : fill(words.seconds, { seconds: Math.floor(silent), limit: Math.round(clock.limit) });
    view.clock.classList.toggle("late", !out && silent > clock.limit * 0.6);
    view.clock.classList.toggle("out", out);
  }

  function save() {
    store({ ...load(), text: view.box.value });
  }

  function load() {
    try {
      return { text: "", ...JSON.parse(sessionStorage.getItem(data.draftKey) ?? "{}") };
    } catch {
      return { text: "" }; // a browser that keeps nothing, or a draft that is not ours
    }
  }

  function store(draft) {
    try {
      if (draft.text) sessionStorage.setItem(data.draftKey, JSON.stringify(draft));
      else sessionStorage.removeItem(data.draftKey);
    } catch {
      // No storage, or it is full: the text is still in the box.
    }
  }
}

// Characters as the table counts them; an emoji is one, not two.
function length(text) {
  return [...text.trim()].length;
}

function scaffold(root) {
  const view = {
    label: make("label", "label"), box: make("textarea"), waiting: make("p", "waiting"), hint: make("span", "hint"),
    count: make("span", "count"), send: make("button", "send"), message: make("p", "message"),
    clock: make("div", "clock"), clockName: make("span", "unseen"), bar: make("span", "bar"), time: make("span", "time"),
    isWarning: false,
  };
  view.box.id = "sentence";
  view.box.rows = 3;
  view.box.autocomplete = "off";
  view.box.setAttribute("enterkeyhint", "send");
  view.box.setAttribute("aria-describedby", "hint message");
  view.label.htmlFor = "sentence";
  view.hint.id = "hint";
  view.message.id = "message";
  view.message.setAttribute("role", "status");
  view.send.type = "button";
  view.send.append(make("span"));
  view.clock.setAttribute("role", "timer");
  const track = make("span", "track");
  track.append(view.bar);
  view.clock.append(view.clockName, track, view.time);
  const head = make("div", "head");
  head.append(view.label, view.clock);
  const foot = make("div", "foot");
  foot.append(view.hint, view.count, view.send);
  root.append(head, view.waiting, view.box, foot, view.message);
  view.say = (text, isWarning = false) => {
    view.isWarning = isWarning && Boolean(text);
    view.message.textContent = text;
    view.message.classList.toggle("warning", view.isWarning);
  };
  return view;
}
