/** The list of people for administrators: those whom a text finds, and those with a current decision. */
import { z } from '@hono/zod-openapi';
import { ADMIN, type AnyCall } from '../requests/index.ts';
import type { Rules } from '../rules/index.ts';
import {
  columnsField,
  declareExport,
  httpErrors,
  listPath,
  pageNumber,
  type WebApp,
  wholeNumberIn,
} from '../../platform/web/index.ts';
import { PEOPLE, personPath, visitorPath } from '../../platform/users/person-path.ts';
import type { Lookups } from './lookups.ts';
import type { FoundPerson, PeopleFilter, PeopleList } from './people-list.ts';
import type { People } from './service.ts';
import { isSentHere, noted, noting } from './viewing-routes.ts';
import { askPage } from './views/pages.tsx';
import { PEOPLE_FOUND, searchPage } from './views/search-page.tsx';

/** What the list needs. */
export interface SearchRoutesOptions {
  readonly people: Pick<People, 'findsNames'>;
  readonly list: PeopleList;
  readonly lookups: Lookups;
  readonly rules: Rules;
}

const Found = z
  .object({
    kind: z.enum(['person', 'visitor']),
    id: z.string(),
    name: z.string().nullable(),
    on_record: z.boolean().openapi({ description: 'Whether the engine stores anything about them' }),
    last_decision: z.enum(['accepted', 'rejected']).nullable(),
    last_rule: z.string().nullable().openapi({ description: 'The policy of this decision' }),
    decided_at: z.string().nullable(),
    open_requests: z.int(),
    url: z.string(),
  })
  .openapi('FoundPerson');

const Filters = z.object({
  q: z.string().trim().max(255).optional(),
  // Forms send an empty text for no choice.
  rule: z.string().max(63).optional().openapi({ description: 'People with a current decision on this policy' }),
  version: z
    .union([z.literal(''), wholeNumberIn(1, 2 ** 31 - 1)])
    .optional()
    .openapi({ type: 'integer', description: 'With `rule`: on this version' }),
  decision: z.enum(['accepted', 'rejected', '']).optional().openapi({ description: 'With `rule`' }),
});

function filterOf({ q, rule, version, decision }: z.output<typeof Filters>): PeopleFilter {
  const standing = rule ? { rule, version: version || undefined, decision: decision || undefined } : null;
  return { text: q || null, standing };
}

const asks = ({ text, standing }: PeopleFilter): boolean => text !== null || standing !== null;

/** Declares the list and its files. */
export function declareSearch(app: WebApp, options: SearchRoutesOptions): void {
  const { people, list, lookups, rules } = options;
  declareSearchFiles(app, options);
  app.route({
    method: 'get',
    path: PEOPLE,
    id: 'searchPeople',
    summary: 'Find people by ID, by the search of the host or by their decision, and browsers by the ID of the visitor',
    description: `Without a search nobody is listed. ${noted}`,
    tags: ADMIN,
    access: 'admin',
    query: Filters.extend({ page: pageNumber, columns: columnsField }),
    answer: {
      description: 'A page of the people found',
      json: z.object({
        page: z.int(),
        pages: z.int(),
        total: z.int().openapi({ description: 'Counted up to 10,000; those that the host finds up to 1,000' }),
        people: z.array(Found),
      }),
      html: 'page',
    },
    handle: async (call) => {
      const { page, ...query } = call.query;
      const filter = filterOf(query);
      if (asks(filter) && isSentHere(call)) return { html: (view) => askPage(view, listPath(PEOPLE, query)) };
      const shown = await list.page(filter, page);
      if (asks(filter)) await noting(call, () => lookups.search());
      return {
        json: () => ({
          page,
          pages: shown.pages,
          total: shown.total.count,
          people: shown.found.map((one) => foundJson(one, call)),
        }),
        html: (view) =>
          searchPage(view, { ...shown, page, query, rules, isAsked: asks(filter), findsNames: people.findsNames }),
      };
    },
  });
}

/** Not below the path of the search itself, where each name is the ID of a person. */
function declareSearchFiles(app: WebApp, { list, lookups }: SearchRoutesOptions): void {
  declareExport(app, {
    path: PEOPLE_FOUND,
    id: 'FoundPeople',
    summary: 'The people whom a search finds',
    tags: ADMIN,
    access: 'admin',
    query: Filters,
    file: 'people',
    row: Found,
    columns: ['kind', 'id', 'name', 'on_record', 'last_decision', 'last_rule', 'decided_at', 'open_requests', 'url'],
    rows: async function* (query, call) {
      if (call.isForeign()) throw httpErrors.crossSite();
      const filter = filterOf(query);
      if (asks(filter)) await noting(call, () => lookups.search());
      for await (const found of list.all(filter)) yield found.map((one) => foundJson(one, call));
    },
  });
}

function foundJson({ kind, id, name, isKnown, last, open }: FoundPerson, { href }: Pick<AnyCall, 'href'>) {
  return {
    kind,
    id,
    name,
    on_record: isKnown,
    last_decision: last?.decision ?? null,
    last_rule: last?.rule ?? null,
    decided_at: last?.at ?? null,
    open_requests: open.length,
    url: href(kind === 'person' ? personPath(id) : visitorPath(id)),
  };
}
