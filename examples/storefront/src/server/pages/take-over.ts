import type { ConsentContext } from 'policy-engine';
import { POLICIES } from '../policies/engine.ts';
import { place } from './account.ts';
import type { ServerPage } from './frame.ts';
import { html } from './html.ts';

/** The decisions in this browser before the person signed in. */
export type BrowserDecisions = Awaited<ReturnType<ConsentContext['adoptableDecisions']>>;

const LABELS: Readonly<Record<string, string>> = { cookie: 'Cookies', media: 'Films' };
const ANSWERS = { accepted: 'Accepted', rejected: 'Rejected' } as const;

/** Asks whether the decisions in this browser are those of the person who has just signed in. */
export function takeOverPage(decisions: BrowserDecisions, returnTo: string): ServerPage {
  const content = html`<div class="page page-narrow stack">
    <header>
      <h1>Was that you?</h1>
      <p class="muted">These decisions were made in this browser before you signed in. Other people may use it, too.</p>
    </header>
    <ul class="box">
      ${decisions.map(({ rule, decision }) => place(`${POLICIES}/user_terms/${rule}`, LABELS[rule] ?? rule, ANSWERS[decision]))}
    </ul>
    <form class="stack" method="post" action="/take-over">
      <input type="hidden" name="return_to" value="${returnTo}" />
      <button class="button" name="answer" value="mine">Yes, save them in my account</button>
      <button class="button" name="answer" value="not-mine">No, leave my account unchanged</button>
    </form>
  </div>`;
  return { title: 'Was that you?', path: '/take-over', content };
}
