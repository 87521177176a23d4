/** Texts and versions of the policies as files. */
import { z } from '@hono/zod-openapi';
import { declareExport, type WebApp } from '../../../platform/web/index.ts';
import type { Rules } from '../../rules/index.ts';
import { type TermJson, termJson, TermSchema } from '../representation.ts';
import type { TermsService } from '../service.ts';
import { paths } from '../views/term-parts.tsx';
import { TAGS } from './shared.ts';

/** Declares the files: of all rules, or of one. */
export function declareTextFiles(app: WebApp, { terms, rules }: { terms: TermsService; rules: Rules }): void {
  declareExport(app, {
    path: paths.files,
    id: 'Terms',
    summary: 'Texts and versions of the policies',
    tags: TAGS,
    access: 'admin',
    query: z.object({
      rule: z
        .string()
        .refine((name) => rules.find(name) !== undefined)
        .optional()
        .openapi({ description: 'Name of a rule. Default: all rules' }),
    }),
    file: 'policies',
    row: TermSchema,
    columns: ['rule', 'state', 'version', 'published_at', 'locale', 'material', 'note', 'hash', 'updated_at', 'id'],
    rows: ({ rule }) => textsOf(terms, rule === undefined ? rules.all.map(({ name }) => name) : [rule]),
  });
}

/** Texts page by page, in the order of the lists of the rules. */
async function* textsOf(terms: TermsService, rules: readonly string[]): AsyncGenerator<TermJson[]> {
  for (const rule of rules) {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const list = await terms.list(rule, page);
      pages = list.pages;
      yield list.terms.map(termJson);
    }
  }
}
