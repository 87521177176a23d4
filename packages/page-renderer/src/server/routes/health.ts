import type { App, Backend } from '../context.ts';

const HEADERS = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' };

/** `/livez`: the process answers. `/readyz` and `/_ah/health`: the browser does, in a real round trip. */
export function healthRoutes(app: App, backend: Backend): void {
  app.get('/livez', () => new Response('OK', { headers: HEADERS }));
  for (const path of ['/readyz', '/_ah/health']) {
    app.get(path, async () => {
      await backend.renderer.ready();
      return new Response('OK', { headers: HEADERS });
    });
  }
}
