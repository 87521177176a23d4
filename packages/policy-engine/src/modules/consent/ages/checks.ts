/** What doctor reports about decisions from before there were default ages. */
import type { Check, FindingKind } from '../../../kernel/module.ts';
import type { Rule, Rules } from '../../rules/index.ts';
import type { DecisionAges } from './ages.ts';
import type { DefaultAgesConfirmation } from './confirmation.ts';
import { AGES_PATH } from './routes.tsx';

/** The kinds, by code. */
export const agesFindings: Readonly<Record<string, FindingKind>> = {
  default_ages_unconfirmed: { severity: 'warning', article: null },
};

/** Nobody has confirmed that the defaults apply to older decisions: by rule, for how many accounts and browsers. */
export function checkAges(confirmation: DefaultAgesConfirmation, ages: DecisionAges, { all }: Rules): Check {
  return {
    needsTables: true,
    async run() {
      if (await confirmation.isConfirmed()) return [];
      const affected = await confirmation.affected(all, ages);
      const byRule = new Map<Rule, number>();
      for (const { rule, people, visitors } of affected) byRule.set(rule, (byRule.get(rule) ?? 0) + people + visitors);
      const inWords = (nameOf: (rule: Rule) => string) =>
        byRule.size === 0 ? '0' : [...byRule].map(([rule, people]) => `${nameOf(rule)}: ${people}`).join(', ');
      const subject = inWords(({ name }) => name);
      const shown = (view: { readonly locale: string }) => inWords(({ label }) => label(view.locale));
      const link = { path: AGES_PATH, text: 'ages.open' as const };
      return [{ code: 'default_ages_unconfirmed', subject, shown, link }];
    },
  };
}
