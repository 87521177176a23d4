'use strict';
(() => {
  const MOST = 50;
  const form = document.querySelector('.book-search');
  const input = document.querySelector('#words');
  const status = document.querySelector('.book-count');
  const results = document.querySelector('.book-results');
  const pages = [];
  let loading;

  // Folding keeps the length, so that an index into the folded text is valid for the original text.
  const foldOne = (character) => {
    const plain = character === 'ı' || character === 'İ' ? 'i' : character.normalize('NFD').charAt(0);
    return plain.length === 1 ? plain : character;
  };
  const fold = (text) => {
    const folded = text.replace(/[^\x00-\x7f]/g, foldOne);
    const lower = folded.toLowerCase();
    return lower.length === text.length ? lower : folded;
  };

  window.bookSearch = (entries) => {
    for (const [href, title, text] of entries) pages.push({ href, title, text, folded: fold(title + ' ' + text) });
  };
  const load = (number) =>
    new Promise((resolve) => {
      const script = document.createElement('script');
      script.src = 'assets/search-' + number + '.js';
      script.onload = script.onerror = resolve;
      document.head.append(script);
    });
  const loadAll = () =>
    (loading ??= (async () => {
      for (let number = 0; number < Number(form.dataset.chunks); number++) await load(number);
    })());

  const snippet = (page, words) => {
    const before = page.title.length + 1;
    const places = words.map((word) => page.folded.indexOf(word, before)).filter((place) => place >= 0);
    const at = Math.max(0, Math.min(...(places.length ? places : [before])) - before);
    // Cut at spaces; a text without spaces near the match is cut within a word.
    const first = at < 60 ? -1 : page.text.indexOf(' ', at - 60);
    const from = at < 60 ? 0 : first >= 0 && first < at ? first + 1 : at - 60;
    const last = page.text.lastIndexOf(' ', at + 160);
    const to = page.text.length <= at + 160 ? page.text.length : last > at + 80 ? last : at + 160;
    const element = document.createElement('p');
    if (from > 0) element.append('… ');
    const folded = page.folded.slice(before);
    let done = from;
    while (done < to) {
      let next = -1;
      let length = 0;
      for (const word of words) {
        const place = folded.indexOf(word, done);
        if (place >= 0 && place < to && (next < 0 || place < next)) {
          next = place;
          length = word.length;
        }
      }
      if (next < 0) break;
      element.append(page.text.slice(done, next));
      const mark = document.createElement('mark');
      mark.textContent = page.text.slice(next, next + length);
      element.append(mark);
      done = next + length;
    }
    element.append(page.text.slice(done, Math.max(done, to)));
    if (to < page.text.length) element.append(' …');
    return { element, exact: places.length ? page.text.slice(at, at + words[0].length) : '' };
  };

  const show = () => {
    const words = fold(input.value.trim()).split(/\s+/).filter(Boolean);
    results.replaceChildren();
    status.textContent = '';
    if (words.length === 0) return;
    const found = pages.filter((page) => words.every((word) => page.folded.includes(word)));
    status.textContent = found.length
      ? status.dataset.found + ' ' + found.length.toLocaleString(document.documentElement.lang)
      : status.dataset.none;
    for (const page of found.slice(0, MOST)) {
      const { element, exact } = snippet(page, words);
      const link = document.createElement('a');
      link.href = page.href + (exact ? '#:~:text=' + encodeURIComponent(exact).replaceAll('-', '%2D') : '');
      link.textContent = page.title;
      const item = document.createElement('li');
      item.append(link, element);
      results.append(item);
    }
  };

  let waiting;
  const search = () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      await loadAll();
      show();
    }, 120);
  };
  input.addEventListener('input', search);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    search();
  });
  input.focus();
  if (input.value) search();
})();
