import { z } from '@hono/zod-openapi';
import type { LedgerService } from '../../proof/service.ts';
import type { Rules } from '../../rules/rules.ts';
import type { Routes } from '../../../platform/web/index.ts';
import { daysAskedFor, figuresReport, FiguresSchema } from './figures.ts';
import { figuresPage } from './figures-page.tsx';

/** What the routes work with. */
export interface FiguresRoutesOptions {
  readonly ledger: LedgerService;
  readonly rules: Rules;
  readonly now: () => Date;
}

/** A form sends what was left empty as empty text. */
const optional = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z
    .union([z.literal(''), schema])
    .optional()
    .transform((value) => value || undefined);

const Query = z.object({
  from: optional(z.iso.date()).openapi({ description: 'First day, UTC. Default: thirty days in all' }),
  to: optional(z.iso.date()).openapi({ description: 'Last day, UTC. Default: today' }),
  rule: optional(z.string().max(63)).openapi({ description: 'Name of a rule. Default: all together' }),
});

/** Decision rates for administrators. */
export function figuresRoutes({ ledger, rules, now }: FiguresRoutesOptions): Routes {
  return (app) => {
    app.navigation({ area: 'admin', position: 20, path: '/consent/figures', label: 'nav.figures' });
    app.route({
      method: 'get',
      path: '/consent/figures',
      id: 'consentFigures',
      summary: 'Count decisions per day, and how many came under Global Privacy Control',
      description: 'Counted from the ledger; whoever decided is not looked at.',
      tags: ['Administration'],
      access: 'admin',
      query: Query,
      answer: { description: 'Figures per day', json: FiguresSchema, html: 'page' },
      handle: async ({ query }) => {
        const range = daysAskedFor(query, now());
        const report = figuresReport(range, query.rule ?? null, await ledger.perDay(range));
        return { json: report, html: (view) => figuresPage(view, report, rules) };
      },
    });
  };
}
