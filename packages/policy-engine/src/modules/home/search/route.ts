/** The page of the search over everything. */
import { z } from '@hono/zod-openapi';
import { httpErrors, SEARCH, type WebApp } from '../../../platform/web/index.ts';
import { actingForCall, rowOf } from '../../requests/index.ts';
import { LONGEST_TEXT, search, type SearchSources } from './search.ts';
import { searchPage } from './page.tsx';
import { eventPathOf, personOrVisitorPath } from './found-paths.ts';

const total = z.int();
const Result = z.object({ name: z.string().nullable(), url: z.string().nullable() });
const Results = z.object({ total, results: z.array(Result) });

/** What the route works with. */
export interface SearchRouteOptions extends SearchSources {
  /** Records that somebody searched for people. */
  readonly note: () => Promise<void>;
}

/** Declares it. */
export function declareSearch(app: WebApp, options: SearchRouteOptions): void {
  app.route({
    method: 'get',
    path: SEARCH,
    id: 'searchEverything',
    summary:
      'Search people, requests, policies and their texts and versions, entries of the ledger by ID, settings and error codes',
    description: 'Five results of each; pages only in HTML. The search for people is recorded in the audit log.',
    tags: ['Administration'],
    access: 'admin',
    query: z.object({ q: z.string().trim().max(LONGEST_TEXT).optional() }),
    answer: {
      description: 'The results',
      json: z.object({
        people: Results,
        requests: Results,
        texts: z.object({ total, results: z.array(Result.extend({ versions: z.array(z.int()) })) }),
        event: Result.nullable(),
        settings: Results,
        errors: Results,
      }),
      html: 'page',
    },
    handle: async (call) => {
      const text = call.query.q ?? '';
      // Another site must not make an administrator search, which is logged.
      if (text === '' || call.isForeign()) {
        if (call.format === 'json' && text !== '') throw httpErrors.crossSite();
        return { json: NOTHING, html: (view) => searchPage(view, { text, found: null, requests: [] }) };
      }
      const found = await search(options, text, await call.language());
      if (call.request.method !== 'HEAD') await actingForCall(call, options.note);
      const url = (path: string | null) => (path === null ? null : call.href(path));
      return {
        json: () => ({
          people: {
            total: found.people.total,
            results: found.people.results.map((one) => ({ name: one.name, url: url(personOrVisitorPath(one)) })),
          },
          requests: {
            total: found.requests.total,
            results: found.requests.results.map(({ kind, request }) => {
              return { name: kind.name, url: url(kind.pages.paths.one(request.id)) };
            }),
          },
          texts: {
            total: found.texts.total,
            results: found.texts.results.map(({ rule: { name }, versions }) => {
              return { name, versions: versions.map(({ version }) => version), url: url(`/categories/${name}`) };
            }),
          },
          event: found.event && { name: found.event.leaf.id, url: url(eventPathOf(found.event)) },
          settings: {
            total: found.settings.total,
            results: found.settings.results.map(({ name }) => ({ name, url: null })),
          },
          errors: { total: found.errors.total, results: found.errors.results.map((name) => ({ name, url: null })) },
        }),
        html: async (view) => {
          const requests = await Promise.all(
            found.requests.results.map(({ kind, request }) => rowOf(view, kind, request)),
          );
          return searchPage(view, { text, found, requests });
        },
      };
    },
  });
}

const none = { total: 0, results: [] };
const NOTHING = { people: none, requests: none, texts: none, event: null, settings: none, errors: none };
