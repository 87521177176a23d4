'use strict';
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
// The browser keeps pages it goes back to as they were left.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy');
});
document.querySelector('[data-focus]')?.focus();
// The page says of which of its parts there may be news, and after how many seconds.
const live = () => document.querySelector('[data-live]');
async function draw() {
  const shown = live();
  if (!shown) return;
  try {
    if (!document.hidden && !shown.contains(document.activeElement)) {
      const response = await fetch(location.href, { headers: { accept: 'text/html' }, redirect: 'error' });
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const news = page.querySelector('[data-live]');
      const before = document.querySelector('main');
      const after = page.querySelector('main');
      if (news && news.innerHTML !== shown.innerHTML) shown.replaceWith(document.adoptNode(news));
      if (!news && before && after) before.replaceWith(document.adoptNode(after));
    }
  } catch {}
  const next = live();
  if (next) setTimeout(draw, next.dataset.live * 1000);
}
if (live()) setTimeout(draw, live().dataset.live * 1000);
// A form with frames beside it: they show what comes of it while it is filled in.
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
