/** From one open request to the next, in the order in which they are due. */
import { z } from '@hono/zod-openapi';
import type { WebApp } from '../../../platform/web/index.ts';
import type { RequestDesk } from '../desk.ts';
import { NEXT, REQUESTS } from './paths.ts';
import { ADMIN } from './shared.ts';

/** Open requests that are read: more are never due at about the same time. */
const MOST_READ = 200;

/** Declares it. */
export function declareNext(app: WebApp, desk: RequestDesk): void {
  app.route({
    method: 'get',
    path: NEXT,
    id: 'openNextRequest',
    summary: 'Redirect to the open request that is due after another one; to the list if there is none',
    tags: ADMIN,
    access: 'admin',
    query: z.object({ after: z.string().max(255).optional() }),
    answer: { description: 'Redirects to the page of the request', html: 'redirect' },
    handle: async ({ query: { after }, href }) => {
      const open = await desk.dueFirst('open', MOST_READ);
      // Of a request that is closed now, the first one is next; after the last one, too.
      const at = open.findIndex(({ request }) => request.id === after);
      const next = open[at + 1] ?? (at > 0 ? open[0] : undefined);
      const path = next === undefined ? REQUESTS : next.kind.pages.paths.one(next.request.id);
      return { redirect: { to: href(path) } };
    },
  });
}
