/** The chain that every request walks, as Hono middleware in this order. */
import type { Handler, MiddlewareHandler, Next } from 'hono';
import { respondAsset } from './assets.ts';
import { overriddenMethod, parseBody, takeParsedBody } from './body.ts';
import { type Context, prepareContext, type WebEnv } from './context.ts';
import { isSafeMethod, refuseForeignRequest } from './cross-site.ts';
import { httpErrors } from './http-error.ts';
import { dropBody, reply } from './reply.ts';
import { paramsOf, type Resource } from './resource.ts';
import { answerError } from './respond.ts';
import { runRoute } from './run-route.ts';
import { finish } from './security-headers.ts';

type Middleware = MiddlewareHandler<WebEnv>;

/**
 * Begins and completes every request: the variables of the context, then security headers, caching, request id and cookies.
 * Own, since `hono/secure-headers` knows no nonce that only pages have, and answers of this engine differ in `Vary`.
 */
export const frame: Middleware = async (c, next) => {
  prepareContext(c);
  try {
    await next();
  } catch (error) {
    // Hono handles errors; a host's function may throw anything.
    c.res = await answerError(error, c);
  }
  finish(c, c.res);
  if (c.req.method === 'HEAD') await dropBody(c.res);
};

/** Answers for documents at the root of the site, and refuses what lies outside of the mount path. */
export const located: Middleware = (c, next) => {
  const { target, settings } = c.env;
  const document = settings.siteDocuments?.get(target.url.pathname);
  if (document !== undefined && ['GET', 'HEAD'].includes(c.req.method)) {
    const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' };
    return Promise.resolve(reply(200, JSON.stringify(document()), headers));
  }
  // Nothing else is there where a host mounts a document.
  if (settings.siteDocuments?.has(target.mount)) throw httpErrors.notFound();
  if (target.refusal !== undefined) throw target.refusal;
  return next();
};

/** Stylesheets and scripts. */
export const assets: Handler<WebEnv> = async (c) => {
  const answer = await respondAsset(c.req.raw, c.env.target.path);
  if (answer === null) throw httpErrors.notFound();
  return answer;
};

/**
 * Refuses unsafe requests of other sites. Own, since `hono/csrf` lets pass what has neither `Origin` nor `Sec-Fetch-Site`,
 * and asks forms alone; `cross-site.ts` says what is asked here and why.
 */
export const refuseForeign: Middleware = (c, next) => {
  refuseForeignRequest(c.req.raw, c.env.settings.publicOrigins);
  return next();
};

/** Limits writes, reads the body and notes who is at work, before an unsafe request reaches its route. */
export function admitWrite({ bodyLimit }: Resource): Middleware {
  const admit = async (c: Context, next: Next) => {
    const { host, settings } = c.env;
    const writer = { user: await c.get('person').user(), ip: host.ip, requestId: c.get('id') };
    // Before the body is read: what is refused should cost nothing.
    settings.beforeWrite?.(writer);
    await readBody(c, bodyLimit);
    await (settings.aroundWrite === undefined ? next() : settings.aroundWrite(writer, next));
  };
  return (c, next) => (isSafeMethod(c.req.method) ? next() : admit(c, next));
}

/**
 * Reads the body and the method that a form means. Own, since `hono/method-override` sends the request through the app once
 * more, and `hono/body-limit` and `parseBody` make a `Request` anew and know no nested fields.
 */
async function readBody(c: Context, limit: number): Promise<void> {
  const { raw } = c.req;
  const { parsedBody } = c.env.host;
  const sent = parsedBody === undefined ? await parseBody(raw, limit) : takeParsedBody(raw, parsedBody, limit);
  const { method, body } = overriddenMethod(raw.method, sent);
  c.set('method', method);
  c.set('body', body);
}

/** Answers at one path. Registered for every method: which one a form means is known once its body is read. */
export function answerAt(resource: Resource): Handler<WebEnv> {
  return (c) => {
    if (c.req.method === 'OPTIONS') return reply(204, null, { allow: resource.allow.join(', ') });
    const operation = resource.operations.get(c.get('method'));
    if (operation === undefined) throw httpErrors.methodNotAllowed(resource.allow);
    return runRoute(
      operation.route,
      c,
      paramsOf(operation, (name) => c.req.param(name)),
    );
  };
}
