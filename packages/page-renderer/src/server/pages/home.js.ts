/** What JavaScript adds to the home page: it shows that a request is running, and copies commands. */
export const HOME_JS = `
'use strict';
const form = document.querySelector('[data-progress]');
const button = form.querySelector('[data-busy]');
const status = form.querySelector('[data-status]');
const idle = button.textContent;
form.addEventListener('submit', () => {
  button.disabled = true;
  button.textContent = button.dataset.busy;
  form.setAttribute('aria-busy', 'true');
  status.textContent = form.dataset.progress;
});
// After going back, a browser may show the page in the state in which it was left.
addEventListener('pageshow', () => {
  button.disabled = false;
  button.textContent = idle;
  form.removeAttribute('aria-busy');
  status.textContent = '';
});
for (const copy of document.querySelectorAll('[data-copy]')) {
  // Only pages over https or from this machine can write to the clipboard.
  if (!navigator.clipboard) break;
  copy.hidden = false;
  const word = copy.firstChild;
  copy.addEventListener('click', async () => {
    const before = word.data;
    try {
      await navigator.clipboard.writeText(copy.dataset.copy);
      word.data = 'Copied';
    } catch {
      word.data = 'Select it';
    }
    setTimeout(() => { word.data = before; }, 2000);
  });
}
`;
