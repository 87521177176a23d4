/** The administrators' list of a kind. */
import { z } from '@hono/zod-openapi';
import type { Page, View, WebApp } from '../../../platform/web/index.ts';
import type { RequestsPage } from '../register.ts';
import type { PersonRequest, RequestFilter } from '../request.ts';
import { ADMIN, type KindRoutes } from './shared.ts';

/** How the list of a kind is declared. */
export interface ListRoute<Request extends PersonRequest> {
  /** Name of the operation. */
  readonly id: string;
  /** Name of the list in the JSON, as in `portability_requests`. */
  readonly name: string;
  /** Which states are open, for the documentation. */
  readonly open: string;
  readonly page: (
    view: View,
    list: RequestsPage<Request>,
    filter: RequestFilter<Request['state']> | undefined,
  ) => Promise<Page>;
}

/** Declares the list: `state` filters, `page` counts from 1. */
export function declareList<Request extends PersonRequest, Body>(
  app: WebApp,
  { register, states, pages, json, bodyOf }: KindRoutes<Request, Body>,
  { id, name, open, page }: ListRoute<Request>,
): void {
  const filters: readonly RequestFilter<Request['state']>[] = [...states.all, 'open', 'overdue'];
  app.route({
    method: 'get',
    path: pages.paths.all,
    id,
    summary: 'List all requests: overdue ones first, then the newest',
    description: '20 on a page.',
    tags: ADMIN,
    access: 'admin',
    query: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      state: z
        .enum(filters)
        .optional()
        .openapi({ description: `\`open\` waits for an answer: ${open}. \`overdue\` waits for too long` }),
    }),
    answer: {
      description: 'A page of requests',
      json: z.object({
        [name]: z.array(json),
        page: z.int(),
        pages: z.int(),
        total: z.int(),
        overdue: z.int().openapi({ description: 'How many are overdue, on all pages' }),
      }),
      html: 'page',
    },
    handle: async ({ query }) => {
      const list = await register.list(query.state, query.page);
      const { total, overdue } = list;
      return {
        json: async () => ({
          [name]: await Promise.all(list.requests.map(bodyOf)),
          page: list.page,
          pages: list.pages,
          total,
          overdue,
        }),
        html: (view) => page(view, list, query.state),
      };
    },
  });
}
