import type { Check, FindingKind } from '../../kernel/module.ts';
import type { Rules } from '../rules/index.ts';
import { languageName, missingLanguages } from './translations/languages.ts';
import { isMarkedSample } from './samples/index.ts';
import type { TermsService } from './service.ts';

/** What can be missing from the texts. */
export const findings: Readonly<Record<string, FindingKind>> = {
  missing_text: { severity: 'error', article: 'Art. 7(2), 12(1)', several: 'check.missing_texts' },
  sample_text: { severity: 'error', article: 'Art. 12(1)' },
  missing_language: { severity: 'warning', article: 'Art. 12(1)' },
};

/** Rules without a text in force. */
export function missingTexts(rules: Rules, terms: TermsService): Check {
  return {
    needsTables: true,
    async run() {
      const current = await terms.current();
      return rules.all
        .filter(({ name }) => !current.has(name))
        .map(({ name, label }) => ({
          code: 'missing_text',
          subject: name,
          shown: ({ locale }) => label(locale),
          link: { path: `/categories/${name}`, text: 'terms.write', about: label },
        }));
    },
  };
}

/** Texts in force that still contain the mark of a sample for lawyers to review. */
export function samplesInForce(rules: Rules, terms: TermsService): Check {
  return {
    needsTables: true,
    async run() {
      const current = await terms.current();
      return rules.all.flatMap(({ name, label }) => {
        const term = current.get(name);
        const isSample =
          term !== undefined && [term, ...term.translations].some((text) => isMarkedSample(text.markdown));
        if (!isSample) return [];
        const link = { path: `/categories/${name}`, text: 'check.open_policy' as const, about: label };
        return [
          {
            code: 'sample_text',
            subject: name,
            shown: ({ locale }: { readonly locale: string }) => label(locale),
            link,
          },
        ];
      });
    },
  };
}

/** Versions without a language that the previous version has and that still has readers. */
export function missingTranslations(rules: Rules, terms: TermsService): Check {
  return {
    needsTables: true,
    async run() {
      const found = [];
      const current = await terms.current();
      const previous = await terms.previous(current.values());
      for (const [rule, term] of current) {
        const missing = missingLanguages(term, previous.get(rule) ?? null);
        if (missing.length === 0) continue;
        const label = (locale: string) => rules.find(rule)?.label(locale) ?? rule;
        found.push({
          code: 'missing_language',
          subject: `${rule} (${missing.join(', ')})`,
          shown: ({ locale }: { readonly locale: string }) =>
            `${label(locale)} (${missing.map((tag) => languageName(tag, locale)).join(', ')})`,
          link: { path: `/categories/${rule}`, text: 'check.open_policy' as const, about: label },
        });
      }
      return found;
    },
  };
}
