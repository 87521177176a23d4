import type { AppContext, Backend } from '../context.ts';

const HEADERS = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' };

/** `/livez`: the process answers. */
export function livez(): Response {
  return new Response('OK', { headers: HEADERS });
}

/** `/readyz` and `/_ah/health`: the browser answers, in a real round trip. */
export async function readyz(_: AppContext, { renderer }: Backend): Promise<Response> {
  await renderer.ready();
  return new Response('OK', { headers: HEADERS });
}
