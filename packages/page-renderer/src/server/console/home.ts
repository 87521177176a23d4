import type { AppContext, Backend } from '../context/context.ts';
import type { OtherLine } from '../../grammar/grammar.ts';
import { answerPage } from '../pages/page-answer.ts';
import type { Readiness } from './home-page.tsx';
import { homePage } from './home-page.tsx';

/** How long the home page waits for the state of the browser, in milliseconds. */
const READINESS_WAIT = 1_500;

/** `GET /`: a page for people, with the form that leads to an inspection. */
export async function answerHome(c: AppContext, backend: Backend, line: OtherLine): Promise<Response> {
  const { searchParams, origin } = new URL(c.req.raw.url);
  if (searchParams.has('url')) return movedToInspection(c, backend, line);
  const page = homePage({
    origin: publicOrigin(c, origin),
    readiness: await readinessOf(backend),
    takesToken: backend.renders.takesToken,
  });
  return answerPage(page, false, undefined);
}

/** Addresses of former pages about one address: `/?url=…` and `/explain?url=…`. */
export function movedToInspection(_: AppContext, __: Backend, { rest }: OtherLine): Response {
  return movedTo('/inspect', new URLSearchParams(rest));
}

/** @param path of the page, which takes the same parameters */
export function movedTo(path: string, parameters: URLSearchParams): Response {
  const asked = new URLSearchParams(parameters);
  asked.delete('compare');
  const location = asked.size === 0 ? path : `${path}?${asked.toString()}`;
  const headers = { Location: location, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };
  return new Response(null, { status: 301, headers });
}

async function readinessOf({ ready }: Backend): Promise<Readiness> {
  const { promise: waited, resolve } = Promise.withResolvers<Readiness>();
  const timer = setTimeout(() => resolve('starting'), READINESS_WAIT);
  const answered = ready().then(
    (): Readiness => 'ready',
    (): Readiness => 'unavailable',
  );
  try {
    return await Promise.race([answered, waited]);
  } finally {
    clearTimeout(timer);
  }
}

/** Behind a proxy that terminates TLS, the scheme is that of the request to the proxy. */
function publicOrigin(c: AppContext, origin: string): string {
  const scheme = c.req.header('x-forwarded-proto')?.split(',', 1)[0]?.trim();
  return scheme === 'https' || scheme === 'http' ? origin.replace(/^https?(?=:)/, scheme) : origin;
}
