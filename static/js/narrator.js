/* The narrator: reads the opening line by line with the browser's own voice, started by a tap.

   The text is always there and the line being read is marked. Without a voice for the language each
   line is shown in turn, with a chime. Keeps the screen awake while it reads. The page brings the
   script of every table and language with it, so that a choice needs no network. */
(function () {
  "use strict";

  const READING_MS_A_LETTER = 70;
  // A voice that has fallen silent must not hold up the table.
  const SLOWEST_MS_A_LETTER = 250;
  const VOICES_COME_WITHIN_MS = 1000;
  // The pause between two lines, as a part of the pause in which people look around.
  const SHORT_PAUSE_SHARE = 0.3;

  const narrator = document.getElementById("narrator");
  const choice = document.getElementById("narrator-choice");
  const silent = document.getElementById("narrator-silent");
  const buttons = {};
  for (const name of ["start", "pause", "resume", "repeat", "stop"]) {
    buttons[name] = document.getElementById(`narrator-${name}`);
  }
  const scripts = JSON.parse(document.getElementById("narrator-scripts").textContent);

  let run = 0;
  let place = 0;
  let isReading = false;
  let wakeLock = null;
  let sound = null;

  function lines() {
    return Array.from(narrator.querySelectorAll("li"));
  }

  function wait(milliseconds) {
    return new Promise((done) => setTimeout(done, milliseconds));
  }

  // The voice --------------------------------------------------------------------------------

  /* A voice on this device comes first: it needs no network. */
  function voiceFor(language) {
    const voices = window.speechSynthesis ? window.speechSynthesis.getVoices() : [];
    const fitting = voices.filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === language);
    return fitting.find((voice) => voice.localService) || fitting[0] || null;
  }

  /* Some browsers load voices a moment after the first request. */
  async function voiceOnceLoaded(language) {
    const synthesis = window.speechSynthesis;
    if (synthesis && synthesis.getVoices().length === 0 && synthesis.addEventListener) {
      const loaded = new Promise((done) =>
        synthesis.addEventListener("voiceschanged", done, { once: true }),
      );
      await Promise.race([loaded, wait(VOICES_COME_WITHIN_MS)]);
    }
    return voiceFor(language);
  }

  function speak(text, voice) {
    const spoken = new Promise(function (done) {
      const speech = new SpeechSynthesisUtterance(text);
      speech.voice = voice;
      speech.lang = voice.lang;
      speech.rate = 0.9;
      speech.onend = done;
      speech.onerror = done;
      window.speechSynthesis.speak(speech);
    });
    return Promise.race([spoken, wait(text.length * SLOWEST_MS_A_LETTER)]);
  }

  function chime() {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.2, sound.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.6);
    tone.connect(volume).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.6);
  }

  // The page ---------------------------------------------------------------------------------

  function mark(current) {
    for (const line of lines()) {
      if (line === current) {
        line.setAttribute("aria-current", "true");
        line.scrollIntoView({ block: "center" });
      } else {
        line.removeAttribute("aria-current");
      }
    }
  }

  function offer(focused, ...offered) {
    for (const [name, button] of Object.entries(buttons)) {
      button.hidden = !offered.includes(name);
    }
    buttons[focused].focus({ preventScroll: true });
  }

  async function stayAwake() {
    if (!isReading || document.hidden || (wakeLock && !wakeLock.released)) {
      return;
    }
    try {
      wakeLock = await navigator.wakeLock.request("screen");
    } catch {
      // No wake lock (low battery, old browser): reading goes on.
      wakeLock = null;
    }
  }

  // Reading ----------------------------------------------------------------------------------

  async function readFrom(first) {
    const mine = ++run;
    window.speechSynthesis?.cancel();
    isReading = true;
    place = first;
    offer("pause", "pause", "repeat", "stop");
    // At once: browsers allow sound only while a page handles a tap.
    sound = sound || new AudioContext();
    stayAwake();
    const voice = await voiceOnceLoaded(narrator.lang);
    silent.hidden = Boolean(voice);
    const all = lines();
    const longPause = Number(choice.elements.pause.value) * 1000;
    while (mine === run && place < all.length) {
      const line = all[place];
      mark(line);
      if (voice) {
        await speak(line.textContent, voice);
      } else {
        chime();
        await wait(line.textContent.length * READING_MS_A_LETTER);
      }
      if (mine !== run) {
        return;
      }
      await wait(line.dataset.pause === "long" ? longPause : longPause * SHORT_PAUSE_SHARE);
      if (mine === run) {
        place += 1;
      }
    }
    if (mine === run) {
      stop();
    }
  }

  function hush() {
    run += 1;
    isReading = false;
    window.speechSynthesis?.cancel();
    wakeLock?.release();
    wakeLock = null;
  }

  function stop() {
    hush();
    mark(null);
    offer("start", "start");
  }

  buttons.start.addEventListener("click", () => readFrom(0));
  buttons.repeat.addEventListener("click", () => readFrom(place));
  // A line that was interrupted is read again from its beginning.
  buttons.resume.addEventListener("click", () => readFrom(place));
  buttons.stop.addEventListener("click", stop);
  buttons.pause.addEventListener("click", function () {
    hush();
    offer("resume", "resume", "repeat", "stop");
  });

  // The choice -------------------------------------------------------------------------------

  function show() {
    const { players, language } = choice.elements;
    const script = scripts[language.value][players.value];
    narrator.lang = language.value;
    narrator.querySelector("ol").replaceChildren(
      ...script.map(function ([text, pause]) {
        const line = document.createElement("li");
        line.dataset.pause = pause;
        line.textContent = text;
        return line;
      }),
    );
  }

  choice.addEventListener("change", function () {
    if (!buttons.stop.hidden) {
      stop();
    }
    show();
    const chosen = new URLSearchParams(new FormData(choice));
    history.replaceState(history.state, "", `?${chosen}`);
  });
  choice.addEventListener("submit", (event) => event.preventDefault());

  // The cached page may be that of another choice.
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = choice.elements[name];
    if (field && Array.from(field.options).some((option) => option.value === value)) {
      field.value = value;
    }
  }
  show();

  buttons.start.hidden = false;
  document.addEventListener("visibilitychange", stayAwake);
  window.addEventListener("pagehide", () => window.speechSynthesis?.cancel());
  // This first request makes late voices load.
  voiceFor(narrator.lang);
})();
