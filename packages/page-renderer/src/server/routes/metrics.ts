import type { AppContext, Backend } from '../context/context.ts';

/** `GET /metrics`: the metrics in the text format of Prometheus. */
export async function metrics(c: AppContext, backend: Backend): Promise<Response> {
  backend.admin.require(c);
  const { body, type } = await backend.metrics.text();
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } });
}
