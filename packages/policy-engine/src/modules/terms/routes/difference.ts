/** The route of the difference between two texts of a rule. */
import { z } from '@hono/zod-openapi';
import type { WebApp } from '../../../platform/web/index.ts';
import { type Change, differenceOf } from '../comparison/difference.ts';
import { termJson, TermSchema, type TermJson } from '../representation.ts';
import type { Term, TermText } from '../term.ts';
import { textIn } from '../translations/translating.ts';
import { DIFFERENCE_VIEWS, differencePage } from '../views/difference-page.tsx';
import { TAGS, type TermsRouteContext } from './shared.ts';

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
    description: 'ID of another text of the rule. Default: the previous version; for a draft, the one in force',
  }),
  language: z.string().max(35).optional().openapi({
    description: 'BCP 47 tag of the language to compare in. Default: that of the text itself',
  }),
  view: z.enum(DIFFERENCE_VIEWS).default('text').openapi({
    description: 'Pages only: `text` as rendered, `source` for its Markdown',
  }),
});

/** The other side: a version without the language is empty there. */
function otherIn(term: Term | null, text: TermText): string {
  if (term === null) return '';
  if (term.locale === text.locale) return term.markdown;
  return term.translations.find(({ locale }) => locale === text.locale)?.markdown ?? '';
}

export function declareDifference(app: WebApp, { terms, inTerm, policy }: TermsRouteContext): void {
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
      const text = textIn(to, query.language || undefined);
      const before = otherIn(from, text);
      const lines = differenceOf(before, text.markdown);
      return {
        json: {
          from: from && termJson(from),
          to: termJson(to),
          lines: lines.map((line) => (line.kind === 'changed' ? { ...line, words: [...line.words] } : line)),
        },
        html: async (view) => {
          const others = (await terms.list(rule)).terms.filter((term) => term.id !== id);
          const html = { before: terms.html({ markdown: before }), after: terms.html(text) };
          const one = await policy(rule);
          return differencePage(view, { policy: one, from, to, text, lines, html, shown: query.view, others });
        },
      };
    },
  });
}
