/* Sounds, made in the browser: when a decision is one's own, and for the great moments of a game.

   The same for every role. Off unless this device or its person wants them (<html data-sounds>), and silent
   until somebody has touched the page, as browsers ask. */
(function () {
  "use strict";

  const table = document.getElementById("table");
  if (!table || !window.AudioContext) {
    return;
  }

  /* Each note: pitch in hertz, when it begins and how long it sounds in seconds, its wave, how loud. */
  const SOUNDS = {
    call: [[523.25, 0, 0.45, "triangle", 0.16], [783.99, 0.16, 0.45, "triangle", 0.16]],
    elected: [[392, 1.02, 0.3, "triangle", 0.16], [523.25, 1.17, 0.3, "triangle", 0.16], [659.25, 1.32, 0.6, "triangle", 0.18]],
    rejected: [[311.13, 1.02, 0.35, "triangle", 0.18], [233.08, 1.22, 0.7, "triangle", 0.18]],
    liberal: [[523.25, 0.1, 0.5, "sine", 0.18], [659.25, 0.1, 0.5, "sine", 0.12], [783.99, 0.3, 0.9, "sine", 0.14]],
    fascist: [[130.81, 0.1, 0.9, "sawtooth", 0.07], [155.56, 0.1, 0.9, "sawtooth", 0.05], [98, 0.4, 1.1, "sawtooth", 0.08]],
    executed: [[65.41, 0.25, 1.4, "triangle", 0.4], [61.74, 0.25, 1.4, "sine", 0.3]],
    end: [[392, 0, 0.8, "triangle", 0.14], [493.88, 0.2, 0.8, "triangle", 0.14], [587.33, 0.4, 1.2, "triangle", 0.16]],
  };

  function play(name, later = 0) {
    const notes = SOUNDS[name];
    const wasTouched = navigator.userActivation?.hasBeenActive ?? true;
    if (!notes || !wasTouched || document.documentElement.dataset.sounds !== "on") {
      return;
    }
    const context = new AudioContext();
    let last = 0;
    for (const [pitch, begins, lasts, wave, loud] of notes) {
      const note = context.createOscillator();
      const loudness = context.createGain();
      const at = context.currentTime + begins + later / 1000;
      note.type = wave;
      note.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.0001, at);
      loudness.gain.exponentialRampToValueAtTime(loud, at + 0.02);
      loudness.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
      note.connect(loudness).connect(context.destination);
      note.start(at);
      note.stop(at + lasts + 0.05);
      last = Math.max(last, begins + lasts);
    }
    setTimeout(() => context.close(), later + 1000 * (last + 0.2));
  }

  table.addEventListener("table:call", () => play("call"));
  table.addEventListener("table:ended", () => play("end"));
  table.addEventListener("table:moment", (event) => play(event.detail.sound, event.detail.later));
})();
