/**
 * What the panel does better with JavaScript; without it nothing is missing. A form is sent once however often its button
 * is pressed, and the keyboard starts at what went wrong.
 */
export const panelJs = `
'use strict';
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if (form.dataset.sent) { event.preventDefault(); return; }
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
`;
