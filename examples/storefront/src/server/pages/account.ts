import type { User } from '../accounts/users.ts';
import { POLICIES } from '../policies/engine.ts';
import { boxLabels, type ConsentBoxes, consentBoxes } from './consent-boxes.ts';
import { errorSummary, message, textField } from './form.ts';
import { icon, type ServerPage } from './frame.ts';
import { html, type Html } from './html.ts';

/** What the page shows. */
export interface AccountForm {
  readonly user: User;
  /** As entered, if it was invalid. */
  readonly name?: string;
  readonly boxes: ConsentBoxes;
  /** The action that was just completed. */
  readonly done?: string | undefined;
}

function place(href: string, title: string, text: string): Html {
  return html`<li>
    <a class="place" href="${href}"
      ><span><b>${title}</b><span class="muted">${text}</span></span
      >${icon('arrow')}</a
    >
  </li>`;
}

function places({ admin }: User): Html {
  return html`<ul class="places">
    ${place(`${POLICIES}/privacy`, 'Your privacy', 'Your decisions, and the scripts and cookies in your browser')}
    ${place(`${POLICIES}/user_portability_requests`, 'Your data', 'A copy of the data we store about you')}
    ${place(`${POLICIES}/user_erasure_requests`, 'Close your account', 'What will be deleted, what is kept, and why')}
    ${admin && place(`${POLICIES}/portability_requests`, 'Data requests', 'Requests for a copy of personal data')}
    ${admin && place(`${POLICIES}/erasure_requests`, 'Erasure requests', 'Requests for the erasure of personal data')}
    ${admin && place(`${POLICIES}/categories`, 'Policies', 'Write and publish policies')}
  </ul>`;
}

/** The account page: the user's data, what they can change, and a link to their consents. */
export function accountPage({ user, name = user.name, boxes, done }: AccountForm): ServerPage {
  const content = html`<div class="account-page">
    <header class="form-head">
      <h1>Your account</h1>
      <p class="muted">${user.name} · ${user.email}${user.admin && ' · Administrator'}</p>
    </header>
    ${done !== undefined && message('success', done)} ${errorSummary(boxes.errors, { name: 'Name', ...boxLabels })}
    <section class="account-part" aria-labelledby="shopping">
      <h2 id="shopping">Shopping</h2>
      <ul class="places">
        ${place('/account/orders', 'Your orders', 'What you bought, and where it was sent')}
      </ul>
    </section>
    <section class="account-part" aria-labelledby="privacy">
      <h2 id="privacy">Privacy</h2>
      ${places(user)}
    </section>
    <section class="account-part" aria-labelledby="details">
      <h2 id="details">Your details</h2>
      <form class="form" method="post" action="/account" novalidate>
        <input type="hidden" name="_method" value="PATCH" />
        ${textField({ name: 'name', label: 'Name', value: name, autocomplete: 'name', inUser: true, errors: boxes.errors })}
        ${consentBoxes(boxes)}
        <div class="form-actions">
          <button class="button">Save</button>
          <a class="button button-quiet" href="/sign-out">Sign out</a>
        </div>
      </form>
    </section>
  </div>`;
  return { title: 'Your account', path: '/account', content };
}
