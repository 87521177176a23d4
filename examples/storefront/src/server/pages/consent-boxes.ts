import type { PolicyEngine } from 'policy-engine';
import { POLICIES } from '../policies/engine.ts';
import { checkbox, type FieldError } from './form.ts';
import { html, type Html } from './html.ts';

/** A box that accepts a rule, as the engine reads it. */
interface Box {
  readonly rule: string;
  /** The statement that a person makes by ticking it. */
  readonly label: string;
  /** The link to the text. */
  readonly link: string;
}

const BOXES: readonly Box[] = [
  { rule: 'age', label: 'I am 16 or older.', link: 'Why we ask' },
  { rule: 'terms', label: 'I accept the terms of service.', link: 'Read them' },
];

/** The labels of the boxes, by the names of their fields; for the list of errors. */
export const boxLabels: Readonly<Record<string, string>> = {
  policy_rule_age: 'Age',
  policy_rule_terms: 'Terms of service',
};

/** What the boxes of a form show. */
export interface ConsentBoxes {
  /** The texts in force, with notices, which nobody accepts. */
  readonly texts: Awaited<ReturnType<PolicyEngine['policyTexts']>>;
  /** Fields to show a box for. */
  readonly fields: ReadonlySet<string>;
  readonly ticked: ReadonlySet<string>;
  readonly errors: readonly FieldError[];
}

/** A box for each required rule, with a link to its text, and each notice with a link and no box. */
export function consentBoxes({ texts, fields, ticked, errors }: ConsentBoxes): Html {
  const notices = texts.filter(({ notice }) => notice);
  return html`${texts.map(
    ({ field, version }) => html`<input type="hidden" name="user[${field}]" value="${String(version)}" />`,
  )}
  ${notices.map(
    ({ rule, label }) =>
      html`<p class="muted">
        How we treat your data:
        <a href="${POLICIES}/user_terms/${rule}" target="_blank"
          >${label}<span class="visually-hidden"> (Opens in a new tab)</span></a
        >
      </p>`,
  )}
  ${BOXES.map(({ rule, label, link }) => {
    const name = `policy_rule_${rule}`;
    if (!fields.has(name)) return null;
    // Opens in a new tab, so that entered data is not lost.
    const hint = html`<a href="${POLICIES}/user_terms/${rule}" target="_blank"
      >${link}<span class="visually-hidden"> (${label} Opens in a new tab)</span></a
    >`;
    // The tick was for the text that was shown before.
    const isOutdated = errors.some(({ field, code }) => field === name && code === 'text_changed');
    return checkbox({ name, label, hint, isTicked: ticked.has(name) && !isOutdated, errors });
  })}`;
}
