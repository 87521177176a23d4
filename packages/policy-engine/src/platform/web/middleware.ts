/** What every request goes through, as middleware and handlers of Hono. */
import type { Handler, MiddlewareHandler, NotFoundHandler } from 'hono';
import { respondAsset } from './assets.ts';
import { overriddenMethod, parseBody, takeParsedBody } from './body.ts';
import type { Context, WebEnv } from './context.ts';
import { isSafeMethod, refuseForeignRequest } from './cross-site.ts';
import { httpErrors } from './http-error.ts';
import { dropBody, reply } from './reply.ts';
import { type Operation, paramsOf, type Resource } from './resource.ts';
import { answerError } from './respond.ts';
import { refusalOf, runRoute } from './run-route.ts';
import { finish } from './security-headers.ts';

/**
 * Completes every answer, whatever happens on the way to it: security headers, caching, request id and cookies. Own, since
 * `hono/secure-headers` knows no nonce that only pages have, and answers of this engine differ in `Vary`.
 */
export const frame: MiddlewareHandler<WebEnv> = async (c, next) => {
  try {
    const document = siteDocument(c);
    if (document === null) await next();
    else c.res = document;
  } catch (error) {
    // Hono handles errors of what is behind this; a host's function may throw anything.
    c.res = await answerError(error, c);
  }
  finish(c, c.res);
  if (c.req.method === 'HEAD') await dropBody(c.res);
};

/** A document at the root of the site; null for any other path, which has to be below the mount path. */
function siteDocument(c: Context): Response | null {
  const { target, settings } = c.env;
  const document = settings.siteDocuments?.get(target.url.pathname);
  if (document !== undefined && ['GET', 'HEAD'].includes(c.req.method)) {
    const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' };
    return reply(200, JSON.stringify(document()), headers);
  }
  // Nothing else is there where a host mounts a document.
  if (settings.siteDocuments?.has(target.mount)) throw httpErrors.notFound();
  if (target.refusal !== undefined) throw target.refusal;
  return null;
}

/** Stylesheets and scripts. */
export const assets: Handler<WebEnv> = async (c) => {
  const answer = await respondAsset(c.req.raw, c.env.target.path);
  if (answer === null) throw httpErrors.notFound();
  return answer;
};

/** What nothing answers; a request of another site does not even learn that. */
export const notFound: NotFoundHandler<WebEnv> = (c) => {
  refuseForeign(c);
  throw httpErrors.notFound();
};

/**
 * Refuses unsafe requests of other sites. Own, since `hono/csrf` lets pass what has neither `Origin` nor `Sec-Fetch-Site`,
 * and asks forms alone; `cross-site.ts` says what is asked here and why.
 */
function refuseForeign(c: Context): void {
  refuseForeignRequest(c.req.raw, c.env.settings.publicOrigins);
}

/** Limits writes, reads the body and notes who is at work, before an unsafe request is answered. */
async function admitWrite(
  c: Context,
  resource: Resource,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  refuseForeign(c);
  const { host, settings, person, id } = c.env;
  const writer = { user: await person.user(), ip: host.ip, requestId: id };
  // Before the body is read: what is refused should cost nothing.
  const seconds = settings.limits?.take(writer) ?? 0;
  if (seconds === 0) await readBody(c, resource.bodyLimit);
  else await admitRefusal(c, resource, seconds);
  return settings.aroundWrite === undefined ? answer() : settings.aroundWrite(writer, answer);
}

/** A refusal is short: what others may not send any more is not read for it. */
const REFUSAL_LIMIT = 16 * 1024;

/**
 * Lets a refusal or withdrawal pass where everything else is too much: it has a budget of its own. Which requests are such
 * is known by their bodies alone, and to the routes that declare it.
 *
 * @throws {PolicyEngineError} 429 for anything else
 */
async function admitRefusal(c: Context, resource: Resource, seconds: number): Promise<void> {
  const { host, settings, person } = c.env;
  const mayRefuse = [...resource.operations.values()].some(({ route }) => route.refusal !== undefined);
  if (!mayRefuse) throw httpErrors.tooManyRequests(seconds);
  await readBody(c, Math.min(REFUSAL_LIMIT, resource.bodyLimit)).catch(() => {
    throw httpErrors.tooManyRequests(seconds);
  });
  const operation = resource.operations.get(c.env.method);
  const refusal = operation && (await refusalOf(operation.route, c, paramsIn(c, operation)));
  if (!refusal) throw httpErrors.tooManyRequests(seconds);
  const wait = settings.limits?.takeRefusal({ user: await person.user(), ip: host.ip }, refusal.visitor) ?? 0;
  if (wait > 0) throw httpErrors.tooManyRequests(wait);
}

function paramsIn(c: Context, operation: Operation): Readonly<Record<string, string>> {
  return paramsOf(operation, (name) => c.req.param(name));
}

/**
 * Reads the body and the method that a form means. Own, since `hono/method-override` sends the request through the app
 * once more, and `hono/body-limit` and `parseBody` make a `Request` again and know no nested fields.
 */
async function readBody(c: Context, limit: number): Promise<void> {
  const { raw } = c.req;
  const { parsedBody } = c.env.host;
  const sent = parsedBody === undefined ? await parseBody(raw, limit) : takeParsedBody(raw, parsedBody, limit);
  const { method, body } = overriddenMethod(raw.method, sent);
  c.env.method = method;
  c.env.body = body;
}

/**
 * Answers at one path, for every method: which one a form means is known once its body is read. One handler for all
 * of it, since each further step of the chain is one more promise that every request waits for.
 */
export function answerAt(resource: Resource): Handler<WebEnv> {
  const answer = (c: Context) => {
    if (c.req.method === 'OPTIONS') return reply(204, null, { allow: resource.allow.join(', ') });
    const operation = resource.operations.get(c.env.method);
    if (operation === undefined) throw httpErrors.methodNotAllowed(resource.allow);
    return runRoute(operation.route, c, paramsIn(c, operation));
  };
  const admitted = (c: Context) => (isSafeMethod(c.req.method) ? answer(c) : admitWrite(c, resource, () => answer(c)));
  const holdsSecret = [...resource.operations.values()].some(({ route }) => route.holdsSecret === true);
  return (c) => {
    c.env.holdsSecret = holdsSecret;
    const { gates = [] } = c.env.settings;
    return gates.length === 0 ? admitted(c) : Promise.all(gates.map((gate) => gate())).then(() => admitted(c));
  };
}
