/** Saved views of lists, whose names are shown above each list, and undo. */
import { z } from '@hono/zod-openapi';
import { listPath, type Routes, SAVED_VIEWS, UNDO } from '../../platform/web/index.ts';
import type { SavedView } from '../../platform/saved-view.ts';
import type { SavedViews } from './saved-views.ts';
import type { Undo } from './undo.ts';

const tags = ['Administration'];
const ViewJson = z
  .object({ id: z.string(), path: z.string(), name: z.string(), url: z.string() })
  .openapi('SavedView', { description: 'The URL opens the list in this view, for other administrators, too' });
const NewViewJson = z.object({
  path: z
    .string()
    .max(100)
    .regex(/^(?:\/[a-z][a-z0-9_]*)+$/)
    .openapi({ description: 'Path of a list below the mount path, as in `/requests`' }),
  query: z.string().max(1000).openapi({ description: 'Its query, without a question mark; a search text is not kept' }),
  name: z.string().trim().min(1).max(60),
});

/** The address of a view, below the mount path. */
const addressOf = ({ path, query }: SavedView) => listPath(path, Object.fromEntries(new URLSearchParams(query)));

/** Reads, saves and deletes the reader's own. */
export function savedViewsRoutes(views: SavedViews): Routes {
  return (app) => {
    app.route({
      method: 'get',
      path: SAVED_VIEWS,
      id: 'listSavedViews',
      summary: 'List the views of lists that the administrator saved',
      tags,
      access: 'admin',
      answer: { description: 'The views', json: z.object({ views: z.array(ViewJson) }) },
      handle: async ({ user, href }) => {
        const own = await views.list(user.id);
        return {
          json: { views: own.map((view) => shown(view, href)) },
        };
      },
    });
    app.route({
      method: 'post',
      path: SAVED_VIEWS,
      id: 'saveView',
      summary: 'Save the filters, the order and the columns of a list under a name',
      tags,
      access: 'admin',
      body: NewViewJson,
      answer: { status: 201, description: 'The view', json: ViewJson, html: 'redirect' },
      handle: async ({ user, body, href }) => {
        const view = await views.save(user.id, body);
        const url = href(addressOf(view));
        return { json: shown(view, href), redirect: { to: url, notice: 'notice.view_saved' } };
      },
    });
    app.route({
      method: 'delete',
      path: `${SAVED_VIEWS}/{id}`,
      id: 'deleteView',
      summary: 'Delete a saved view',
      tags,
      access: 'admin',
      params: z.object({ id: z.string().min(1).max(255) }),
      answer: { status: 204, description: 'Deleted', html: 'redirect' },
      errors: [404],
      handle: async ({ user, params, href }) => {
        const view = await views.delete(user.id, params.id);
        return { redirect: { to: href(addressOf(view)), notice: 'notice.view_deleted' } };
      },
    });
  };
}

/** Puts back what the reader deleted a moment ago. */
export function undoRoutes(undo: Undo): Routes {
  return (app) => {
    app.route({
      method: 'post',
      path: `${UNDO}/{id}`,
      id: 'undoDeletion',
      summary: 'Put back what was deleted in the panel a moment ago',
      tags,
      access: 'admin',
      params: z.object({ id: z.string().min(1).max(255) }),
      body: z.unknown().optional(),
      answer: { status: 204, description: 'It is there again', html: 'redirect' },
      errors: [409],
      subject: () => ({ path: '/home' }),
      handle: async ({ user, params, href }) => {
        const back = await undo.undo(user.id, params.id);
        return { redirect: { to: href(back), notice: 'notice.undone' } };
      },
    });
  };
}

function shown(view: SavedView, href: (path: string) => string) {
  return { id: view.id, path: view.path, name: view.name, url: href(addressOf(view)) };
}
