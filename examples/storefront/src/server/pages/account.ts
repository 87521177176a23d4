import type { User } from '../accounts/users.ts';
import { POLICIES } from '../policies/engine.ts';
import { boxLabels, type ConsentBoxes, consentBoxes } from './consent-boxes.ts';
import { errorSummary, message, textField } from './form.ts';
import type { ServerPage } from './frame.ts';
import { html, type Html } from './html.ts';
import { icon } from './icons.ts';

/** A link to a page of the account, with what the page is about. */
export const place = (href: string, title: string, text: string): Html =>
  html`<li>
    <a class="place" href="${href}"
      ><span><b>${title}</b><span class="muted small">${text}</span></span
      >${icon('arrow')}</a
    >
  </li>`;

/** The user's data, what they can change, and links to the pages of the engine that are about them. */
export function accountPage({
  user: { name, email, admin },
  isSaved,
  ...form
}: ConsentBoxes & { readonly user: User; readonly name: string; readonly isSaved: boolean }): ServerPage {
  const content = html`<div class="page stack">
    <header>
      <h1>Your account</h1>
      <p class="muted">${name} · ${email}${admin && ' · Administrator'}</p>
    </header>
    ${isSaved && message('success', 'Your details are saved.')}
    ${errorSummary(form.errors, { name: 'Name', ...boxLabels })}
    <h2>Shopping</h2>
    <ul class="box">
      ${place('/account/orders', 'Your orders', 'What you bought, and where it was sent')}
    </ul>
    <h2>Privacy</h2>
    <ul class="box">
      ${place(`${POLICIES}/privacy`, 'Your privacy', 'Your decisions, and the scripts and cookies in your browser')}
      ${place(`${POLICIES}/user_portability_requests`, 'Your data', 'A copy of the data we store about you')}
      ${place(`${POLICIES}/user_erasure_requests`, 'Close your account', 'What will be deleted, what is kept, and why')}
      ${admin && place(`${POLICIES}/portability_requests`, 'Data requests', 'Requests for a copy of personal data')}
      ${admin && place(`${POLICIES}/erasure_requests`, 'Erasure requests', 'Requests for the erasure of personal data')}
      ${admin && place(`${POLICIES}/categories`, 'Policies', 'Write and publish policies')}
    </ul>
    <h2>Your details</h2>
    <form class="stack" method="post" action="/account" novalidate>
      <input type="hidden" name="_method" value="PATCH" />
      ${textField({ name: 'name', label: 'Name', value: form.name, autocomplete: 'name', inUser: true, errors: form.errors })}
      ${consentBoxes(form)}
      <div class="row">
        <button class="button">Save</button>
        <a class="button button-quiet" href="/sign-out">Sign out</a>
      </div>
    </form>
  </div>`;
  return { title: 'Your account', path: '/account', content };
}
