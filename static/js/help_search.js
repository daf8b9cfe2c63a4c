/* Search in the rules without a request: what is sought stays in this browser, and needs no network.

   Reads the same index as the server and ranks in the same way (games/presenters/learning/search.py, where each
   number has its reason; games/words/word_forms.py for the words). Without this file the form asks the server. */
(function () {
  "use strict";

  const MOST_WORDS = 8;
  const MOST_FOUND = 16;
  const MOST_IN_A_SECTION = 3;
  const SAME_WORD = 12;
  const SAME_STEM_BY_ENDING = 10;
  const FIRST_LETTERS = 6;
  const FIRST_LETTERS_BESIDE = 3;
  const ONE_TYPING_ERROR = 5;
  const FEWEST_FIRST_LETTERS = 3;
  const FEWEST_LETTERS_WITH_ERROR = 4;
  const FAR_BEHIND = 6;
  const SHORTEST_STEM = 3;
  const WORD = /[\p{L}\p{N}]+/gu;
  const TYPING_PAUSE_MS = 150;

  const form = document.getElementById("help-search");
  const input = document.getElementById("help-query");
  const found = document.getElementById("help-found");

  /* --- Words ----------------------------------------------------------------------------------------- */

  function fold(text) {
    return text.toLowerCase().replaceAll("ł", "l").normalize("NFKD").replaceAll(/\p{M}/gu, "");
  }

  function foldedWords(text) {
    return (text.normalize("NFC").match(WORD) ?? []).map(fold);
  }

  function isOneErrorAway(one, other) {
    if (one === other || Math.abs(one.length - other.length) > 1) return false;
    let start = 0;
    while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
    const a = one.slice(start);
    const b = other.slice(start);
    if (a.length !== b.length) return a.slice(1) === b || a === b.slice(1);
    return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
  }

  function add(map, key, value) {
    map.set(key, (map.get(key) ?? 0) + value);
  }

  function raise(map, key, value) {
    map.set(key, Math.max(map.get(key) ?? 0, value));
  }

  /* --- The search ------------------------------------------------------------------------------------ */

  class HelpSearch {
    constructor(index) {
      this.index = index;
      this.known = new Set(Object.keys(index.stems));
      this.synonyms = new Map(Object.entries(index.synonyms));
      this.stems = new Map();
      for (const [stem, forms] of Object.entries(index.stems)) {
        for (const one of forms.split(" ")) {
          this.stems.set(one, [...(this.stems.get(one) ?? []), stem]);
        }
      }
      this.where = new Map();
      index.places.forEach(([, weight, title], place) => this.note(title, place, weight, null));
      index.sentences.forEach(([place, weight, text], number) => this.note(text, place, weight, number));
    }

    note(text, place, weight, sentence) {
      for (const word of new Set(foldedWords(text))) {
        for (const stem of this.stems.get(word) ?? []) {
          if (!this.where.has(stem)) this.where.set(stem, []);
          this.where.get(stem).push([place, weight, sentence]);
        }
      }
    }

    find(query) {
      const words = [...new Set(foldedWords(query))].slice(0, MOST_WORDS);
      const wanted = words.map((word) => this.fitting(word)).filter((fits) => fits.size);
      const scores = new Map();
      const shown = new Map();
      for (const fits of wanted) {
        const [places, sentences] = this.strengths(fits);
        const share = places.size ? Math.floor(this.index.places.length / places.size) : 0;
        const rarity = (32 - Math.clz32(share)) ** 2;
        for (const [place, strength] of places) add(scores, place, strength * rarity);
        for (const [number, strength] of sentences) add(shown, number, strength * rarity);
      }
      if (wanted.length > 1) {
        const together = new Map();
        for (const [number, strength] of shown) raise(together, this.index.sentences[number][0], strength);
        for (const [place, strength] of together) add(scores, place, Math.floor(strength / 2));
      }
      const stems = new Set(wanted.flatMap((fits) => [...fits.keys()]));
      return this.ranked(scores, shown).map((place) => this.present(place, shown, stems));
    }

    fitting(word) {
      let fits = new Map((this.stems.get(word) ?? []).map((stem) => [stem, SAME_WORD]));
      if (!fits.size) fits = new Map(this.withoutEnding(word).map((stem) => [stem, SAME_STEM_BY_ENDING]));
      const forms = [...this.stems.keys()];
      if (word.length >= FEWEST_FIRST_LETTERS) {
        const begins = fits.size ? FIRST_LETTERS_BESIDE : FIRST_LETTERS;
        for (const stem of this.stemsOf(forms.filter((one) => one.startsWith(word)))) {
          if (!fits.has(stem)) fits.set(stem, begins);
        }
      }
      if (!fits.size && word.length >= FEWEST_LETTERS_WITH_ERROR) {
        const near = this.stemsOf(forms.filter((one) => isOneErrorAway(word, one)));
        fits = new Map(near.map((stem) => [stem, ONE_TYPING_ERROR]));
      }
      for (const [stem, fit] of [...fits]) {
        for (const said of this.synonyms.get(stem)?.split(" ") ?? []) raise(fits, said, Math.floor((fit * 2) / 3));
      }
      return fits;
    }

    withoutEnding(word) {
      for (const [lost, instead] of this.index.endings) {
        const rest = word.slice(0, -lost.length);
        if (word.endsWith(lost) && rest.length >= SHORTEST_STEM && this.known.has(rest + instead)) {
          return [rest + instead];
        }
      }
      return [];
    }

    stemsOf(forms) {
      return forms.flatMap((one) => this.stems.get(one));
    }

    strengths(fits) {
      const places = new Map();
      const sentences = new Map();
      for (const [stem, fit] of fits) {
        for (const [place, weight, sentence] of this.where.get(stem) ?? []) {
          raise(places, place, fit * weight);
          if (sentence !== null) raise(sentences, sentence, fit * weight);
        }
      }
      return [places, sentences];
    }

    ranked(scores, shown) {
      const hits = new Map();
      for (const number of shown.keys()) add(hits, this.index.sentences[number][0], 1);
      const hitsOf = (place) => hits.get(place) ?? 0;
      const order = [...scores.keys()].sort(
        (a, b) => scores.get(b) - scores.get(a) || hitsOf(b) - hitsOf(a) || a - b,
      );
      const taken = new Map();
      const ranked = order.filter((place) => {
        const [, , title, section] = this.index.places[place];
        add(taken, section || title, 1);
        const isNear = scores.get(place) * FAR_BEHIND >= scores.get(order[0]);
        return isNear && taken.get(section || title) <= MOST_IN_A_SECTION;
      });
      return ranked.slice(0, MOST_FOUND);
    }

    present(place, shown, stems) {
      const [href, , title, section] = this.index.places[place];
      let best = null;
      this.index.sentences.forEach(([of], number) => {
        if (of === place && (best === null || (shown.get(number) ?? 0) > (shown.get(best) ?? 0))) best = number;
      });
      const text = best === null ? "" : this.index.sentences[best][2];
      return { href, section, title: this.pieces(title, stems), sentence: this.pieces(text, stems) };
    }

    /* Text and marks, ready for the page. */
    pieces(text, stems) {
      const whole = text.normalize("NFC");
      const pieces = [];
      let done = 0;
      for (const word of whole.matchAll(WORD)) {
        if (!(this.stems.get(fold(word[0])) ?? []).some((stem) => stems.has(stem))) continue;
        const mark = document.createElement("mark");
        mark.textContent = word[0];
        pieces.push(whole.slice(done, word.index), mark);
        done = word.index + word[0].length;
      }
      return [...pieces, whole.slice(done)];
    }
  }

  /* --- The page -------------------------------------------------------------------------------------- */

  let search = null;

  async function ready() {
    if (!search) {
      const answer = await fetch(form.dataset.index, { credentials: "omit" });
      if (!answer.ok) throw new Error(String(answer.status));
      search = new HelpSearch(await answer.json());
    }
    return search;
  }

  function itemOf(place) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = place.href;
    link.append(...place.title);
    item.append(link);
    for (const [name, content] of [["section", [place.section]], ["sentence", place.sentence]]) {
      if (content.join("") === "") continue;
      const line = document.createElement("p");
      line.className = `help-found-${name}`;
      line.append(...content);
      item.append(line);
    }
    return item;
  }

  function show(places) {
    const count = document.getElementById("found-count");
    document.getElementById("found-list").replaceChildren(...places.map(itemOf));
    count.textContent = count.dataset.text.replace("#", places.length);
    count.hidden = !places.length;
    document.getElementById("found-none").hidden = places.length > 0;
    found.hidden = !input.value.trim();
  }

  let pause = 0;

  input.addEventListener("input", function () {
    clearTimeout(pause);
    pause = setTimeout(async function () {
      try {
        show((await ready()).find(input.value));
      } catch {
        // The button still asks the server.
      }
    }, TYPING_PAUSE_MS);
  });

  form.addEventListener("submit", async function (event) {
    event.preventDefault();
    clearTimeout(pause);
    try {
      show((await ready()).find(input.value));
      document.getElementById("found-heading").focus();
    } catch {
      form.submit();
    }
  });

  input.addEventListener("focus", () => ready().catch(() => {}), { once: true });

  // The page as it was kept for when there is no network does not know what its address asks for.
  const asked = new URLSearchParams(location.search).get("q") ?? "";
  if (asked && input.value !== asked) {
    input.value = asked.slice(0, input.maxLength);
    ready().then((each) => show(each.find(input.value))).catch(() => {});
  }
})();
