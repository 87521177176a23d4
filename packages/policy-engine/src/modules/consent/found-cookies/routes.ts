/** The cookies found, for administrators. */
import { z } from '@hono/zod-openapi';
import {
  columnsField,
  declareExport,
  listOrder,
  pageNumber,
  type Routes,
  sortField,
} from '../../../platform/web/index.ts';
import { cookieOrders, matchingCookies } from './filter.ts';
import { foundCookiesPage } from './page.tsx';
import { cookieStates, FoundCookieSchema, FoundCookiesSchema, reportOf } from './report.ts';
import type { FoundCookiesService } from './service.ts';

const PATH = '/cookies/found';

/** The filters of the list and its files. The form sends its first choice, everything, as an empty text. */
const cookieFilters = {
  state: z.enum([...cookieStates, '']).optional(),
  q: z.string().max(200).optional().openapi({ description: 'A part of the name' }),
} as const;

export function foundCookiesRoutes(foundCookies: FoundCookiesService): Routes {
  const report = async () => reportOf(await foundCookies.found(), foundCookies.declared, foundCookies.isOn);
  return (app) => {
    app.navigation({ area: 'admin', group: 'consent', position: 30, path: PATH, label: 'nav.found_cookies' });
    app.route({
      method: 'get',
      path: PATH,
      id: 'listFoundCookies',
      summary: 'Compare the cookies that browsers send with the declared ones',
      description:
        'Names only, counted in requests to the engine and to pages that asked for the consents of their visitor.',
      tags: ['Administration'],
      access: 'admin',
      query: z.object({ ...cookieFilters, page: pageNumber, sort: sortField(cookieOrders), columns: columnsField }),
      answer: {
        description: 'The cookies, and since when names are collected',
        json: FoundCookiesSchema,
        html: 'page',
      },
      handle: async ({ query: { page, ...query } }) => {
        const found = await report();
        const cookies = matchingCookies(found.cookies, query, listOrder(query.sort || 'state'));
        return {
          json: { ...found, cookies: [...cookies] },
          html: (view) => foundCookiesPage(view, { report: found, cookies, path: PATH, page, query }),
        };
      },
    });
    declareExport(app, {
      path: PATH,
      id: 'FoundCookies',
      summary: 'The cookies that browsers send, and the declared ones',
      tags: ['Administration'],
      access: 'admin',
      query: z.object(cookieFilters),
      file: 'cookies-found',
      row: FoundCookieSchema,
      columns: [
        'name',
        'state',
        'declared_as',
        'scripts',
        'requests',
        'first_day',
        'last_day',
        'without_consent',
        'last_without_consent',
      ],
      rows: async function* (asked) {
        yield [...matchingCookies((await report()).cookies, asked)];
      },
    });
  };
}
