import { requireAdmin } from '../admin.ts';
import type { App, Backend } from '../context.ts';

/** `GET /cache`: what the cache holds, how it answered and what it failed at since the start, as JSON. */
export function cacheStateRoute(app: App, backend: Backend): void {
  app.get('/cache', async (c) => {
    requireAdmin(c, backend.adminToken);
    const state = await backend.caching?.cache.state();
    return c.json({ cache: backend.cacheName, ...state }, 200, { 'Cache-Control': 'no-store' });
  });
}
