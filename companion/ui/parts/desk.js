const PACE = 60; // ms between two drafts
const HEARTBEAT = 3000; // ms between two messages "still typing"

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".part");
  const view = root.view ?? (root.view = scaffold(root));
  const memo = memory(data.key, () => ({ pending: null, beat: 0, since: undefined, last: performance.now() }));
  const { words, limit } = data;

  setUp();
  readAnswer();
  putBack();
  keepClock();
  show();
  wait();

  view.box.oninput = () => { save(); deed(); show(); beat(); letSee(); };
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
    stopWaiting(view);
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
  }

  // What was taken back stands before whatever was begun since: once, however often the page is drawn.
  function putBack() {
    const { restored } = data;
    const draft = load();
    if (!restored || restored.id === memo.restored || restored.id === draft.restored) return;
    memo.restored = restored.id;
    view.box.value = [restored.text, view.box.value].filter(Boolean).join(" ");
    store({ ...draft, text: view.box.value, restored: restored.id });
  }

  function readAnswer() {
    if (!memo.pending || data.answered?.id !== memo.pending.id) return;
    const { text } = memo.pending;
    memo.pending = null;
    view.say("");
    if (data.answered.accepted) takeAway(text);
    memo.seen = data.answered.accepted ? view.box.value : memo.seen; // what was sent is in the tale by now
    store({ text: view.box.value, restored: load().restored }); // answered: what is sent next is a new message
    deed();
  }

  // What was typed on, or put back before it, while the answer was under way stays.
  function takeAway(told) {
    const { value, selectionStart, selectionEnd } = view.box;
    const start = value.indexOf(told);
    if (start < 0) return;
    const rest = value.slice(start + told.length).replace(/^\s+/, "");
    const cut = value.length - start - rest.length;
    view.box.value = value.slice(0, start) + rest;
    if (parentElement.activeElement !== view.box) return;
    view.box.setSelectionRange(Math.max(start, selectionStart - cut), Math.max(start, selectionEnd - cut));
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
    memo.pending = { id, text, at: Date.now() };
    store({ ...draft, text, sent: text, id });
    deed();
    show();
    wait();
    tell(memo.pending);
  }

  function tell({ id, text }) {
    setTriggerValue("told", { text: text.trim(), id });
  }

  function wait() {
    if (memo.pending) view.say(words.sending);
    awaitAnswer(view, memo, tell, () => {
      memo.pending = null;
      show();
      view.say(words.not_sent, true);
    });
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

  // The others see the words as they are typed. One message at a time, with the latest text: a slow line gets fewer.
  async function letSee() {
    if (!data.drafts || memo.showing) return;
    memo.showing = true;
    try {
      while (memo.seen !== view.box.value) {
        memo.seen = view.box.value;
        await fetch(new URL(data.drafts, location.href), { method: "POST", body: memo.seen, keepalive: true });
        await new Promise((resume) => setTimeout(resume, PACE));
      }
    } catch {
      memo.seen = undefined; // the line is down: the next keystroke tries again
    }
    memo.showing = false;
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
      if (draft.text || draft.restored) sessionStorage.setItem(data.draftKey, JSON.stringify(draft));
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
