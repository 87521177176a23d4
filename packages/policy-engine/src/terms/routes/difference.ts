/** The route that says what changed from one text of a rule to another. */
import { z } from '@hono/zod-openapi';
import type { WebApp } from '../../web/index.ts';
import { type Change, differenceOf } from '../difference.ts';
import { termJson, TermSchema, type TermJson } from '../representation.ts';
import type { Term } from '../term.ts';
import { differencePage } from '../views/difference-page.tsx';
import { TAGS, type TermsRoutes } from './shared.ts';

type ChangeJson = Change | { kind: 'changed'; words: Change[] };

interface DifferenceJson {
  from: TermJson | null;
  to: TermJson;
  lines: ChangeJson[];
}

const ChangeSchema = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });

const DifferenceSchema: z.ZodType<DifferenceJson, DifferenceJson> = z
  .object({
    from: TermSchema.nullable().openapi({ description: 'Null for the first text of a rule' }),
    to: TermSchema,
    lines: z.array(z.union([ChangeSchema, z.object({ kind: z.literal('changed'), words: z.array(ChangeSchema) })])),
  })
  .openapi('TermDifference');

const Query = z.object({
  from: z.string().optional().openapi({
    description: 'Id of another text of the rule. Default: the version before; for a draft, the one in force',
  }),
});

export function declareDifference(app: WebApp, { terms, inTerm, category }: TermsRoutes): void {
  app.route({
    method: 'get',
    path: '/categories/{rule}/terms/{id}/difference',
    id: 'showTermDifference',
    summary: 'Show what changed from one text to another',
    tags: TAGS,
    access: 'admin',
    params: inTerm,
    query: Query,
    answer: { description: 'Lines, and words within changed lines', json: DifferenceSchema, html: 'page' },
    handle: async ({ params: { rule, id }, query }) => {
      const to = await terms.find(rule, id);
      const from: Term | null = query.from ? await terms.find(rule, query.from) : await terms.before(to);
      const lines = differenceOf(from?.markdown ?? '', to.markdown);
      return {
        json: {
          from: from && termJson(from),
          to: termJson(to),
          lines: lines.map((line) => (line.kind === 'changed' ? { ...line, words: [...line.words] } : line)),
        },
        html: async (view) => {
          const others = (await terms.list(rule)).terms.filter((term) => term.id !== id);
          return differencePage(view, { category: await category(rule), from, to, lines, others });
        },
      };
    },
  });
}
