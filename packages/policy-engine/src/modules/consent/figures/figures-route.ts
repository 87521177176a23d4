import { z } from '@hono/zod-openapi';
import type { Rules } from '../../rules/index.ts';
import type { TermsService } from '../../terms/index.ts';
import { daysInOrder, declareExport, type Routes } from '../../../platform/web/index.ts';
import { type DayRange, dayOf, daysAskedFor, DaySchema, figuresReport, FiguresSchema, GROUPINGS } from './figures.ts';
import { figuresPage, type Preset } from './figures-page.tsx';
import type { FiguresService } from './service.ts';

/** What the routes work with. */
export interface FiguresRoutesOptions {
  readonly figures: FiguresService;
  readonly terms: TermsService;
  readonly rules: Rules;
  readonly now: () => Date;
}

/** A form sends an empty field as empty text. */
const optional = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z
    .union([z.literal(''), schema])
    .optional()
    .transform((value) => value || undefined);

const Query = z.object({
  from: optional(z.iso.date()).openapi({ description: 'First day, UTC. Default: a range of thirty days' }),
  to: optional(z.iso.date()).openapi({ description: 'Last day, UTC. Default: today' }),
  rule: optional(z.string().max(63)).openapi({ description: 'Name of a rule. Default: all rules' }),
});

const DAY = 24 * 60 * 60 * 1000;
/** More marks would cover the chart. */
const MOST_MARKS = 12;
/** Versions of a rule that have a preset. */
const VERSION_PRESETS = 3;

/** Decision rates for administrators. */
export function figuresRoutes({ figures, terms, rules, now }: FiguresRoutesOptions): Routes {
  const selling = new Set(rules.all.filter(({ sells }) => sells).map(({ name }) => name));
  const reportOf = async (query: z.output<typeof Query>) => {
    const range = daysAskedFor(daysInOrder(query), now());
    const from = new Date(range.from);
    const until = new Date(Date.parse(range.to) + DAY);
    const [counts, versions] = await Promise.all([
      figures.count({ ...range, rule: query.rule }, GROUPINGS),
      terms.versionsWithin({ from, until, limit: MOST_MARKS }, query.rule),
    ]);
    const [byDay = [], byVersion = [], byLanguage = []] = counts;
    const marks = versions.map(({ rule, version, publishedAt }) => ({ rule, version, published_at: publishedAt }));
    return figuresReport(range, query.rule ?? null, { byDay, byVersion, byLanguage }, marks, selling);
  };
  const presetsOf = async (rule: string | undefined): Promise<Preset[]> => {
    const presets = usualPresets(now());
    if (rule === undefined) return presets;
    const versions = await terms.versionsWithin({ from: new Date(0), until: now(), limit: VERSION_PRESETS }, rule);
    const to = dayOf(now().getTime());
    return [
      ...presets,
      ...versions.map(({ version, publishedAt }) => ({ from: publishedAt.slice(0, 10), to, of: { version } })),
    ];
  };
  return (app) => {
    app.navigation({
      area: 'admin',
      group: 'consent',
      position: 20,
      path: '/consent/figures',
      label: 'choice.figures',
    });
    app.route({
      method: 'get',
      path: '/consent/figures',
      id: 'consentFigures',
      summary: 'Count decisions by day, rule, version and language, and those made under Global Privacy Control',
      description: 'Counted from the ledger, without reading who decided.',
      tags: ['Administration'],
      access: 'admin',
      query: Query,
      answer: { description: 'Figures', json: FiguresSchema, html: 'page' },
      handle: async ({ query }) => {
        const report = await reportOf(query);
        return {
          json: report,
          html: async (view) => {
            const usual = daysAskedFor({}, now());
            return figuresPage(view, { report, rules, presets: await presetsOf(query.rule), usual });
          },
        };
      },
    });
    declareExport(app, {
      path: '/consent/figures',
      id: 'ConsentFigures',
      summary: 'Decisions per day',
      tags: ['Administration'],
      access: 'admin',
      query: Query,
      file: 'consent-figures',
      row: DaySchema,
      columns: ['day', 'accepted', 'rejected', 'gpc', 'gpc_overridden'],
      rows: async function* (query) {
        yield (await reportOf(query)).days;
      },
    });
  };
}

/** The last days and months up to today. */
function usualPresets(today: Date): Preset[] {
  const to = dayOf(today.getTime());
  const back = (days: number): DayRange => ({ from: dayOf(today.getTime() - (days - 1) * DAY), to });
  const year = new Date(to);
  year.setUTCFullYear(year.getUTCFullYear() - 1, year.getUTCMonth(), year.getUTCDate() + 1);
  return [
    { ...back(7), of: { days: 7 } },
    { ...back(30), of: { days: 30 } },
    { from: dayOf(year.getTime()), to, of: { months: 12 } },
  ];
}
