import { POLICIES } from '../policies/engine.ts';
import { boxLabels, type ConsentBoxes, consentBoxes } from './consent-boxes.ts';
import { errorSummary, message, textField } from './form.ts';
import type { ServerPage } from './frame.ts';
import { html } from './html.ts';

const LABELS = { name: 'Name', email: 'Email', password: 'Password', ...boxLabels };

const tooEarly = html`You cannot open an account yet, because the policies that you would have to accept are not
  published. An administrator can publish them <a href="${POLICIES}/categories">in the panel</a>.`;

/** What the form shows. */
export interface SignUpForm extends ConsentBoxes {
  readonly name: string;
  readonly email: string;
  readonly returnTo: string;
  /** Whether a required text is missing, so that nobody can sign up. */
  readonly isTooEarly: boolean;
}

/** The page for opening an account. */
export function signUpPage({ name, email, returnTo, isTooEarly, ...boxes }: SignUpForm): ServerPage {
  const common = { errors: boxes.errors, inUser: true };
  const content = html`<div class="page page-narrow stack">
    <header>
      <h1>Open an account</h1>
      <p class="muted">Your name and your consents, in one place.</p>
    </header>
    ${errorSummary(boxes.errors, LABELS)} ${isTooEarly && message('info', tooEarly)}
    <form class="stack" method="post" action="/users" novalidate>
      <input type="hidden" name="return_to" value="${returnTo}" />
      ${textField({ ...common, name: 'name', label: 'Name', value: name, autocomplete: 'name' })}
      ${textField({ ...common, name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username', hint: 'You need it to sign in.' })}
      ${textField({ ...common, name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: 'At least 8 characters.' })}
      ${consentBoxes(boxes)}
      <button class="button">Open an account</button>
    </form>
    <p class="muted">Have an account? <a href="/sign-in">Sign in</a></p>
  </div>`;
  return { title: 'Open an account', path: '/sign-up', content };
}
