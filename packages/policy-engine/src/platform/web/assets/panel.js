'use strict';
// Dates and numbers are in the reader's region, texts in the language of the page.
const { lang } = document.documentElement;
const { formatLocale = lang } = document.documentElement.dataset;
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = 'true';
  event.submitter?.setAttribute('aria-busy', 'true');
});
// A page that comes back from the back/forward cache still has its form marked as sent.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy');
});
document.querySelector('[data-focus]')?.focus();
// Escape closes the menu, and leaves the focus on its button.
const menu = document.querySelector('.pe-menu');
menu?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
// A deletion can be undone for ten seconds; not taken away from whoever is about to do it.
const undo = document.querySelector('[data-undo]');
if (undo) {
  const ends = setInterval(() => {
    if (undo.matches(':hover, :focus-within')) return;
    clearInterval(ends);
    undo.remove();
  }, 10_000);
}
// Control and K, or a slash outside of fields, lead to the search; where the menu is closed, to its page.
const field = document.querySelector('.pe-menu-search input');
const isTyping = ({ target }) => target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
const hasKeys = 'keys' in document.documentElement.dataset;
if (field)
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    // The editor makes a link with Control and K.
    if (defaultPrevented) return;
    const isCombined = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
    const isSlash = hasKeys && key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(event);
    if (!isCombined && !isSlash) return;
    event.preventDefault();
    field.focus();
    field.select();
    if (document.activeElement !== field) location.assign(field.form.action);
  });
// J and K move through the rows of a list, X selects the row; Enter opens its link, as always.
const rowsOf = () => [...document.querySelectorAll('.pe-lines tbody tr')].filter((row) => row.querySelector('th a'));
addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  const step = { j: 1, k: -1 }[key];
  const isOther = ctrlKey || metaKey || altKey || (isTyping(event) && event.target.type !== 'checkbox');
  if (!hasKeys || isOther || (step === undefined && key !== 'x')) return;
  const rows = rowsOf();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (step === undefined) rows[at]?.querySelector('.pe-cell-select input')?.click();
  else rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step]?.querySelector('th a').focus();
  if (rows.length) event.preventDefault();
});
// A wide table of a text scrolls: not every browser lets the keyboard reach it.
function reachTables() {
  for (const table of document.querySelectorAll('.pe-prose table')) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute('tabindex');
  }
}
addEventListener('resize', reachTables);
reachTables();
// Lists: selects all rows of the page, and shows how many are selected.
const boxes = (form) => [...form.elements].filter((one) => one.type === 'checkbox' && one.name);
function count(form) {
  const all = form.querySelector('[data-select-all]');
  if (!all) return;
  const of = boxes(form);
  const selected = of.filter((one) => one.checked).length;
  all.checked = selected > 0 && selected === of.length;
  all.indeterminate = selected > 0 && selected < of.length;
  const said = form.querySelector('[data-selected]');
  // Nothing to act on: the buttons say so before they are pressed.
  for (const one of form.elements) if (one.type === 'submit') one.disabled = selected === 0;
  if (said)
    said.textContent = selected ? said.dataset.selected.replace('#', selected.toLocaleString(formatLocale)) : '';
}
document.addEventListener('change', ({ target }) => {
  if (!target.form) return;
  if ('selectAll' in target.dataset) for (const one of boxes(target.form)) one.checked = target.checked;
  count(target.form);
});
for (const form of document.querySelectorAll('.pe-selection')) count(form);
// Times are shown in the reader's time zone, with the exact time in the title. Dates without a time stay as they are: they are legal dates.
const clock = (options) => new Intl.DateTimeFormat(formatLocale, options);
function setLocalTimes(page) {
  const day = clock({ dateStyle: 'medium', timeStyle: 'short' });
  const zone = clock({ timeZoneName: 'short' });
  for (const time of page.querySelectorAll('time[data-local]')) {
    const at = new Date(time.dateTime);
    if (time.dataset.local === 'short') {
      time.textContent = day.format(at);
      continue;
    }
    const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName').value;
    time.textContent = `${day.format(at)} ${name}`;
  }
}
setLocalTimes(document);
for (const name of document.querySelectorAll('[data-zone-name]'))
  name.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone;
// Paper shows what is folded on the screen. A style sheet does it where a browser can; others need their details open.
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
// What is before the button, in its figure, goes to the clipboard.
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent);
    button.textContent = button.dataset.copy;
  });
}
let unfolded = [];
addEventListener('beforeprint', () => {
  unfolded = [...document.querySelectorAll('details.pe-on-paper:not([open])')];
  for (const part of unfolded) part.open = true;
});
addEventListener('afterprint', () => {
  for (const part of unfolded) part.open = false;
});
// Parts with data-live are fetched again after that number of seconds.
const liveIn = (page) => [...page.querySelectorAll('[data-live]')];
async function draw() {
  const shown = liveIn(document);
  if (shown.length === 0) return;
  try {
    const isInUse = (part) =>
      part.contains(document.activeElement) || part.querySelector('input:checked, details[open]');
    if (!document.hidden && !shown.some(isInUse)) {
      const response = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'error' });
      if (!response.ok || isPaused()) return;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      setLocalTimes(page);
      const news = liveIn(page);
      const before = document.querySelector('main');
      const after = page.querySelector('main');
      if (news.length !== shown.length && before && after) before.replaceWith(document.adoptNode(after));
      else
        for (const [index, part] of news.entries())
          if (part.innerHTML !== shown[index]?.innerHTML) shown[index]?.replaceWith(document.adoptNode(part));
    }
  } catch {}
  wait();
}
// A reader can stop what changes by itself (WCAG 2.2.2).
const pause = document.querySelector('[data-pause]');
const isPaused = () => document.documentElement.hasAttribute('data-paused');
let waiting;
function wait() {
  clearTimeout(waiting);
  const [first] = liveIn(document);
  if (pause) pause.hidden = !first;
  if (first && !isPaused()) waiting = setTimeout(draw, first.dataset.live * 1000);
}
pause?.addEventListener('click', () => {
  document.documentElement.toggleAttribute('data-paused');
  const { pause: other } = pause.dataset;
  pause.dataset.pause = pause.textContent;
  pause.textContent = other;
  if (isPaused()) clearTimeout(waiting);
  else void draw();
});
wait();
// Preview frames beside a form show its result while it is filled in.
const frames = document.querySelectorAll('iframe[data-preview]');
let drawing;
if (frames.length)
  document.addEventListener('input', ({ target: { form } }) => {
    clearTimeout(drawing);
    drawing = setTimeout(() => {
      const query = new URLSearchParams(new FormData(form));
      for (const frame of frames) frame.contentWindow.location.replace(`${frame.dataset.preview}?${query}`);
    }, 300);
  });
