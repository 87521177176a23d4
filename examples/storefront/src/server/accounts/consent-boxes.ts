import type { PolicyEngine } from 'policy-engine';
import type { Attributes, FieldError } from '../input.ts';

/** For each rule that is accepted by ticking a box: the statement that this makes, and the link to the text. */
const BOXES: readonly Readonly<Record<'rule' | 'name' | 'label' | 'link', string>>[] = [
  { rule: 'age', name: 'policy_rule_age', label: 'I am 16 or older.', link: 'Why we ask' },
  { rule: 'terms', name: 'policy_rule_terms', label: 'I accept the terms of service.', link: 'Read them' },
];

/** The labels of fields, for the list of errors. */
export const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  policy_rule_age: 'Age',
  policy_rule_terms: 'Terms of service',
};

/** The texts in force, with notices, which nobody accepts. */
type Texts = Awaited<ReturnType<PolicyEngine['policyTexts']>>;

/** What the view `boxes` shows: a box for each required rule, each notice, and the versions of the texts that it shows. */
export interface ConsentBoxes {
  readonly boxes: readonly ((typeof BOXES)[number] & { readonly isTicked: boolean })[];
  readonly notices: Texts;
  readonly versions: Texts;
}

/** The boxes of a form, as they were ticked. @param required the errors of a form without any tick */
export function consentBoxes(
  texts: Texts,
  required: readonly FieldError[],
  attributes: Attributes,
  errors: readonly FieldError[],
): ConsentBoxes {
  const shown = BOXES.filter(({ name }) => required.some(({ field }) => field === name));
  // If the text has changed, the tick was for the one that was shown before.
  const isOutdated = (name: string) => errors.some(({ field, code }) => field === name && code === 'text_changed');
  const boxes = shown.map(({ rule, name, label, link }) => {
    return { rule, name, label, link, isTicked: attributes[name] === '1' && !isOutdated(name) };
  });
  return { boxes, notices: texts.filter(({ notice }) => notice), versions: texts };
}
