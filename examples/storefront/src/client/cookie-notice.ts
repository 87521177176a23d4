/** Answers the cookie notice where the app has gone to by now; without scripts its form leads back to where it started. */
async function answer(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  for (const other of form.querySelectorAll('button')) other.disabled = true;
  const response = await fetch(button.formAction, { method: 'PUT', headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
  // What was agreed to is in the page's head, or no longer, when it is loaded again.
  location.reload();
}

/** Takes over the notice, where the page has one. */
export function enhanceCookieNotice(): void {
  document.querySelector('.cookie-notice form')?.addEventListener('submit', (event) => {
    const { target, submitter } = event as SubmitEvent;
    if (!(target instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    answer(target, submitter).catch(() => {
      // The browser's own way leads to a page that says what is wrong.
      for (const button of target.querySelectorAll('button')) button.disabled = false;
      target.action = submitter.formAction;
      target.submit();
    });
  });
}
