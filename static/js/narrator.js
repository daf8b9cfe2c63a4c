/* The narrator: reads the opening line by line with the browser's own voice, started by a tap.

   The text is always there and the line being read is marked. Without a voice for the language each
   line is shown in turn, with a chime. Keeps the screen awake while it reads. */
(function () {
  "use strict";

  const SHORT_PAUSE_MS = 2500;
  const READING_MS_A_LETTER = 70;

  const narrator = document.getElementById("narrator");
  const start = document.getElementById("narrator-start");
  const stop = document.getElementById("narrator-stop");
  if (!narrator || !start || !stop) {
    return;
  }
  const lines = Array.from(narrator.querySelectorAll("li"));
  let run = 0;
  let wakeLock = null;
  let sound = null;

  function voiceFor(language) {
    const voices = window.speechSynthesis ? window.speechSynthesis.getVoices() : [];
    return voices.find((voice) => voice.lang.toLowerCase().startsWith(language)) || null;
  }

  function wait(milliseconds) {
    return new Promise((done) => setTimeout(done, milliseconds));
  }

  function chime() {
    sound = sound || new AudioContext();
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.2, sound.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.6);
    tone.connect(volume).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.6);
  }

  function speak(text, voice) {
    return new Promise(function (done) {
      const speech = new SpeechSynthesisUtterance(text);
      speech.voice = voice;
      speech.lang = voice.lang;
      speech.rate = 0.9;
      speech.onend = done;
      speech.onerror = done;
      window.speechSynthesis.speak(speech);
    });
  }

  function mark(current) {
    for (const line of lines) {
      if (line === current) {
        line.setAttribute("aria-current", "true");
        line.scrollIntoView({ block: "center" });
      } else {
        line.removeAttribute("aria-current");
      }
    }
  }

  async function stayAwake() {
    try {
      wakeLock = await navigator.wakeLock.request("screen");
    } catch {
      wakeLock = null;
    }
  }

  async function read() {
    const mine = ++run;
    const voice = voiceFor(narrator.lang);
    document.getElementById("narrator-silent").hidden = Boolean(voice);
    start.hidden = true;
    stop.hidden = false;
    stop.focus();
    await stayAwake();
    for (const line of lines) {
      if (mine !== run) {
        return;
      }
      mark(line);
      if (voice) {
        await speak(line.textContent, voice);
      } else {
        chime();
        await wait(line.textContent.length * READING_MS_A_LETTER);
      }
      const isLong = line.dataset.pause === "long";
      await wait(isLong ? Number(narrator.dataset.longPause) * 1000 : SHORT_PAUSE_MS);
    }
    if (mine === run) {
      end();
    }
  }

  function end() {
    run += 1;
    if (window.speechSynthesis) {
      window.speechSynthesis.cancel();
    }
    wakeLock?.release();
    wakeLock = null;
    mark(null);
    start.hidden = false;
    stop.hidden = true;
    start.focus();
  }

  start.hidden = false;
  start.addEventListener("click", read);
  stop.addEventListener("click", end);
  window.addEventListener("pagehide", () => window.speechSynthesis?.cancel());
  // Voices come late in some browsers: asking once makes them load.
  voiceFor(narrator.lang);
})();
