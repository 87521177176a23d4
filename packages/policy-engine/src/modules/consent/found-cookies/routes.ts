/** The cookies found, for administrators. */
import { z } from '@hono/zod-openapi';
import { declareExport, type Routes } from '../../../platform/web/index.ts';
import { foundCookiesPage } from './page.tsx';
import { FoundCookieSchema, FoundCookiesSchema, reportOf } from './report.ts';
import type { FoundCookiesService } from './service.ts';

const PATH = '/cookies/found';

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
      answer: {
        description: 'The cookies, and since when names are collected',
        json: FoundCookiesSchema,
        html: 'page',
      },
      handle: async () => {
        const found = await report();
        return { json: found, html: (view) => foundCookiesPage(view, found, PATH) };
      },
    });
    declareExport(app, {
      path: PATH,
      id: 'FoundCookies',
      summary: 'The cookies that browsers send, and the declared ones',
      tags: ['Administration'],
      access: 'admin',
      query: z.object({}),
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
      rows: async function* () {
        yield (await report()).cookies;
      },
    });
  };
}
