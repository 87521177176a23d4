/** The option `otherConsentTools`. */
import { z } from 'zod';
import { listOf, textWithout, wholeNumber } from '../../../platform/options/kinds.ts';
import { options } from '../../../platform/options/options.ts';
import type { Relation } from '../../../platform/options/read.ts';
import { shown } from '../../../platform/options/words.ts';
import { cookieName } from '../scripts/cookie-options.ts';
import { type Tool, type ToolName, type ToolOptions, type ToolRuleOptions, TOOLS } from './declaration.ts';

const DEFAULTS: Readonly<Record<ToolName, Pick<Tool, 'cookie' | 'keptDays'>>> = {
  cookieconsent: { cookie: 'cc_cookie', keptDays: 182 },
  klaro: { cookie: 'klaro', keptDays: 120 },
  tarteaucitron: { cookie: 'tarteaucitron', keptDays: 365 },
};

const day = textWithout((text) => {
  const date = new Date(`${text}T00:00:00.000Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
  return isDay ? null : `${shown(text)} is not a day; write one such as "2026-03-01"`;
});

const toolRule = options<ToolRuleOptions>()({
  rule: z.string().describe('name of a rule that visitors decide on'),
  names: listOf(z.string(), 'must name at least one category or service')
    .refine(({ length }) => length > 0, 'must name at least one category or service')
    .describe(
      'categories of cookieconsent, or its services as `category/service`; services of Klaro and tarteaucitron; all must be accepted',
    ),
  version: wholeNumber(1, 1_000_000_000).describe('the published version of its text that says what the tool said'),
});

const tool = options<ToolOptions>()({
  tool: (
    z.enum(TOOLS, {
      error: ({ input }) => `must be one of ${TOOLS.join(', ')}, not ${shown(input)}`,
    }) as z.ZodType<ToolName, ToolName>
  ).describe('`cookieconsent` (vanilla-cookieconsent 3), `klaro` or `tarteaucitron`'),
  rules: listOf(toolRule).describe('what of it stands for which rule'),
  cookie: cookieName.optional().describe('name of its cookie; default: `cc_cookie`, `klaro` or `tarteaucitron`'),
  revision: wholeNumber(0, 1_000_000_000).default(0).describe('cookieconsent: its `revision`; others do not count'),
  since: day
    .optional()
    .describe(
      'since when it said what it says now, as `2026-03-01`; acceptances from before do not count; Klaro and tarteaucitron: a day before which nobody can have the cookie',
    ),
  keptDays: wholeNumber(1, 3660, 'days')
    .optional()
    .describe('Klaro and tarteaucitron: days that their cookie is kept; default: 120 and 365'),
}).transform(({ since, cookie, keptDays, ...given }): Tool => ({
  ...given,
  cookie: cookie ?? DEFAULTS[given.tool].cookie,
  keptDays: keptDays ?? DEFAULTS[given.tool].keptDays,
  since: since === undefined ? null : new Date(since),
}));

export const otherConsentTools: z.ZodType<readonly Tool[], readonly ToolOptions[] | undefined> = listOf(tool)
  .prefault([])
  .describe('other consent tools, whose decisions in the cookies of visitors count until these decide again');

type Given = Readonly<Record<string, unknown>>;
const objectsIn = (list: unknown): Given[] =>
  (Array.isArray(list) ? list : []).map((one: unknown) =>
    typeof one === 'object' && one !== null ? (one as Given) : {},
  );

/** Rules must be such that visitors decide on them, and what only one tool has is not written for another. */
export const toolsFit: Relation = ({ otherConsentTools: given, rules }, report) => {
  const declared = objectsIn(rules);
  for (const [index, one] of objectsIn(given).entries()) {
    const place = `otherConsentTools[${index}]`;
    const isDated = one['tool'] === 'cookieconsent';
    if (isDated && one['keptDays'] !== undefined)
      report(`${place}.keptDays`, 'is not for cookieconsent, whose cookie has its dates');
    if (!isDated && one['revision'] !== undefined) report(`${place}.revision`, 'is only for cookieconsent');
    const seen = new Set<unknown>();
    for (const [position, { rule: name }] of objectsIn(one['rules']).entries()) {
      const path = `${place}.rules[${position}].rule`;
      const rule = declared.find((other) => other['name'] === name);
      if (seen.has(name)) report(path, `${shown(name)} is named twice`);
      seen.add(name);
      if (rule === undefined) report(path, `there is no rule ${shown(name)}`);
      else if (rule['sessionless'] !== true || rule['blocking'] === true || rule['notice'] === true) {
        report(path, `needs a rule that is sessionless and not blocking; ${shown(name)} is another one`);
      }
    }
  }
};
