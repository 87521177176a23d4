import { inTime } from '../../kernel/in-time.ts';
import { asRendererError } from '../../kernel/errors.ts';
import type { AppContext, Backend } from '../context/context.ts';
import type { OtherLine } from '../../grammar/grammar.ts';

const HEADERS = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' };

/** `/livez`: the process responds. */
export function livez(): Response {
  return new Response('OK', { headers: HEADERS });
}

/**
 * `/readyz` and `/_ah/health`: the browser responds, in a real round trip, and the cache if it is required. With `?verbose`, which needs the admin token,
 * details of the browser.
 */
export async function readyz(c: AppContext, backend: Backend, { rest }: OtherLine): Promise<Response> {
  if (new URLSearchParams(rest).has('verbose')) return details(c, backend);
  await ready(backend);
  return new Response('OK', { headers: HEADERS });
}

/** @throws {RendererError} `browser-unavailable`; `cache-unavailable` if the configuration requires the cache */
async function ready({ ready: browserReady, cache }: Backend): Promise<void> {
  await browserReady();
  if (cache?.isRequired) await cache.results.requireReachable();
}

/** Milliseconds that a reader of the metrics waits for a browser. */
const PROMPT = 3_000;

/** Whether `/readyz` would be 200, for the metrics. */
export function isReady(backend: Backend): Promise<boolean> {
  return inTime(ready(backend), PROMPT).then(
    () => true,
    () => false,
  );
}

async function details(c: AppContext, backend: Backend): Promise<Response> {
  const { admin, browser, withoutSandbox } = backend;
  admin.require(c);
  const failure = await ready(backend).then(
    () => null,
    (error: unknown) => asRendererError(error).reason,
  );
  const { version, released, days, isOld } = browser.age ?? { version: null, released: null, days: null, isOld: false };
  const state = {
    ready: failure === null,
    ...(failure !== null && { reason: failure }),
    browser: { version, released: released ?? 'unknown', days: days ?? 'unknown', isOld },
    sandbox: withoutSandbox === null ? true : withoutSandbox,
  };
  return c.json(state, failure === null ? 200 : 503, { 'Cache-Control': 'no-store' });
}
