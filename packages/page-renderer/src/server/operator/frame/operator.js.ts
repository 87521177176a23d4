/** What JavaScript adds to the pages of operators: figures that stay current, until they are paused, and buttons that show progress. */
export const OPERATOR_JS = `
'use strict';
const live = document.querySelector('[data-live]');
const pause = document.querySelector('[data-pause]');
let paused = false;
// A part that somebody reads with the keyboard, or has selected text in, stays as it is.
const isInUse = () => live.contains(document.activeElement) || !getSelection().isCollapsed;
async function update() {
  if (paused || document.hidden || isInUse()) return;
  const response = await fetch(location.href, { headers: { 'X-Operator-Update': 'true' } });
  if (response.status === 401) return location.reload();
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector('[data-live]');
  if (!next || paused || isInUse()) return;
  for (const { id } of live.querySelectorAll('details[open][id]')) {
    const same = next.querySelector('#' + id);
    if (same) same.open = true;
  }
  live.replaceChildren(...next.childNodes);
}
if (live && pause) {
  pause.hidden = false;
  pause.addEventListener('click', () => {
    paused = !paused;
    pause.textContent = paused ? pause.dataset.resume : pause.dataset.pause;
  });
  // Without a connection, the page keeps its figures, and says of when they are.
  setInterval(() => update().catch(() => {}), Number(live.dataset.live));
}
const progress = document.querySelector('[data-events]');
if (progress) {
  const bar = progress.querySelector('progress');
  const text = progress.querySelector('[data-progress-text]');
  const events = new EventSource(progress.dataset.events);
  const begun = ['waiting', 'reading', 'visiting', 'comparing'];
  events.addEventListener('message', ({ data }) => {
    const { state, visited, known } = JSON.parse(data);
    if (!begun.includes(state)) {
      events.close();
      return location.reload();
    }
    bar.max = Math.max(known, 1);
    bar.value = visited;
    const number = (value) => value.toLocaleString('en');
    text.textContent = number(visited) + ' of ' + number(known) + ' known addresses visited';
  });
}
for (const form of document.querySelectorAll('form[data-progress]')) {
  const button = form.querySelector('button');
  const idle = button.textContent;
  const status = form.querySelector('[data-status]');
  form.addEventListener('submit', () => {
    button.disabled = true;
    button.textContent = button.dataset.busy ?? form.dataset.progress;
    if (status) status.textContent = form.dataset.progress;
    form.setAttribute('aria-busy', 'true');
  });
  addEventListener('pageshow', () => {
    button.disabled = false;
    button.textContent = idle;
    form.removeAttribute('aria-busy');
    if (status) status.textContent = '';
  });
}
`;
