import type { PolicyEngine } from 'policy-engine';
import type { Attributes, FieldError } from '../input.ts';
import { POLICIES } from '../policies/engine.ts';
import { checkbox } from './form.ts';
import { html, type Html } from './html.ts';

/** For each rule that is accepted by ticking a box: the statement that this makes, and the link to the text. */
const BOXES = [
  { rule: 'age', label: 'I am 16 or older.', link: 'Why we ask' },
  { rule: 'terms', label: 'I accept the terms of service.', link: 'Read them' },
];

/** The labels of the boxes, by the names of their fields; for the list of errors. */
export const boxLabels: Readonly<Record<string, string>> = {
  policy_rule_age: 'Age',
  policy_rule_terms: 'Terms of service',
};

/** The boxes that were ticked. */
export const tickedIn = (attributes: Attributes): ReadonlySet<string> =>
  new Set(Object.keys(attributes).filter((name) => name.startsWith('policy_rule_') && attributes[name] === '1'));

/** What the boxes of a form show. */
export interface ConsentBoxes {
  /** The texts in force, with notices, which nobody accepts. */
  readonly texts: Awaited<ReturnType<PolicyEngine['policyTexts']>>;
  /** Fields to show a box for. */
  readonly fields: ReadonlySet<string>;
  readonly ticked: ReadonlySet<string>;
  readonly errors: readonly FieldError[];
}

// Opens in a new tab, so that entered data is not lost.
const linkTo = (rule: string, words: string, about = ''): Html =>
  html`<a href="${POLICIES}/user_terms/${rule}" target="_blank"
    >${words}<span class="visually-hidden"> (${about}Opens in a new tab)</span></a
  >`;

/** A box for each required rule, with a link to its text, and each notice with a link and no box. */
export function consentBoxes({ texts, fields, ticked, errors }: ConsentBoxes): Html {
  const boxes = BOXES.filter(({ rule }) => fields.has(`policy_rule_${rule}`)).map(({ rule, label, link }) => {
    const name = `policy_rule_${rule}`;
    // If the text has changed, the tick was for the one that was shown before.
    const isOutdated = errors.some(({ field, code }) => field === name && code === 'text_changed');
    const isTicked = ticked.has(name) && !isOutdated;
    return checkbox({ name, label, hint: linkTo(rule, link, `${label} `), isTicked, errors });
  });
  const notices = texts.filter(({ notice }) => notice);
  return html`${texts.map(
    ({ field, version }) => html`<input type="hidden" name="user[${field}]" value="${String(version)}" />`,
  )}
  ${notices.map(({ rule, label }) => html`<p class="muted">How we treat your data: ${linkTo(rule, label)}</p>`)}
  ${boxes}`;
}
