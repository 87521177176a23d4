import { pageOf } from '../../cache/key.ts';
import { parseTarget } from '../../target.ts';
import { authorize, requireAdmin } from '../admin.ts';
import type { App, Backend } from '../context.ts';
import { afterPrefix, noteTarget } from '../context.ts';
import { RENDER_PARAMETERS, SCREENSHOT_PARAMETERS } from '../dialects/rendertron.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

/**
 * `GET /invalidate/{target_url}` (every variant of the page) and `GET /invalidate/` (everything): answers how many
 * results were removed (spec: invalidate endpoint).
 */
export function invalidateRoutes(app: App, backend: Backend): void {
  app.get('/invalidate/*', async (c) => {
    const rest = afterPrefix(c, '/invalidate/');
    if (rest === '') requireAdmin(c, backend.adminToken);
    else authorize(c, backend.adminToken);
    const targets = rest === '' ? [] : targetsOf(rest);
    if (targets[0]) noteTarget(c, targets[0]);
    const { caching } = backend;
    if (!caching) return c.json({ removed: 0 }, 200, HEADERS);
    const pages = [...new Set(targets.map((target) => pageOf(caching.target(target))))];
    const { count } = await caching.cache.remove(rest === '' ? { by: 'all' } : { by: 'page', pages });
    return c.json({ removed: count }, 200, HEADERS);
  });
}

/**
 * The pages that a request line can have been the target of. In an unencoded query the service's own parameters are
 * not the target's, and each endpoint has others.
 */
function targetsOf(rest: string): URL[] {
  return [new Set<string>(), RENDER_PARAMETERS, SCREENSHOT_PARAMETERS].map((own) => parseTarget(rest, own).url);
}
