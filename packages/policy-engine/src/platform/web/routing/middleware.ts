/** The handlers of Hono: what a request passes before its route. */
import type { Handler, NotFoundHandler } from 'hono';
import { respondAsset } from '../assets.ts';
import { overriddenMethod, parseBody, takeParsedBody } from '../request/body.ts';
import type { WebSettings } from '../options.ts';
import type { Context, WebEnv } from './context.ts';
import { isSafeMethod, refuseForeignRequest } from '../request/cross-site.ts';
import { httpErrors } from '../response/http-error.ts';
import { reply } from '../response/reply.ts';
import { type Operation, paramsOf, type Resource } from '../response/resource.ts';
import { refusalOf, runRoute } from './run-route.ts';

/** Stylesheets and scripts. */
export const assets: Handler<WebEnv> = async (c) => {
  const answer = await respondAsset(c.req.raw, c.env.target.path, c.env.settings.siteFacts);
  if (answer === null) throw httpErrors.notFound();
  return answer;
};

/** The response if no route matches; a request of another site does not even learn that. */
export const notFound: NotFoundHandler<WebEnv> = (c) => {
  refuseForeign(c);
  throw httpErrors.notFound();
};

/**
 * Rejects unsafe requests of other sites. A separate implementation, since `hono/csrf` accepts requests with neither
 * `Origin` nor `Sec-Fetch-Site`, and checks only forms; `cross-site.ts` describes the check.
 */
function refuseForeign(c: Context): void {
  refuseForeignRequest(c.req.raw, c.env.settings.publicOrigins);
}

/** Limits writes, reads the body and sets the actor, before an unsafe request is answered. */
async function admitWrite(
  c: Context,
  resource: Resource,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  refuseForeign(c);
  const { host, settings, person, id } = c.env;
  const writer = { user: await person.user(), ip: host.ip, requestId: id };
  // Before the body is read: a rejected request should cost nothing.
  const seconds = settings.limits?.take(writer) ?? 0;
  if (seconds === 0) await readBody(c, resource.bodyLimit, resource.takesFiles);
  else await admitRefusal(c, resource, seconds);
  return settings.aroundWrite === undefined ? answer() : settings.aroundWrite(writer, answer);
}

/** A rejection is short: larger bodies of clients over the limit are not read. */
const REFUSAL_LIMIT = 16 * 1024;

/**
 * Allows a rejection or withdrawal when the limit for everything else is reached: it has a budget of its own. Only the
 * routes that declare it can recognize such requests, by their bodies.
 *
 * @throws {PolicyEngineError} 429 for anything else
 */
async function admitRefusal(c: Context, resource: Resource, seconds: number): Promise<void> {
  const { host, settings, person } = c.env;
  const mayRefuse = [...resource.operations.values()].some(({ route }) => route.refusal !== undefined);
  if (!mayRefuse) throw httpErrors.tooManyRequests(seconds);
  await readBody(c, Math.min(REFUSAL_LIMIT, resource.bodyLimit), false).catch(() => {
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

const TOLD: WeakSet<WebSettings> = new WeakSet();

/** A host that has read a body hands over an empty one, and people are told that fields are missing. */
function tellOfReadBody(settings: WebSettings, { method, url }: Request): void {
  if (TOLD.has(settings)) return;
  TOLD.add(settings);
  const message =
    'a body arrived empty, since the host has read it before: mount the engine before what reads bodies, or pass parsedBody (docs/hosts.md#anything-else)';
  settings.logger.error(message, { method, path: new URL(url).pathname });
}

/**
 * Reads the body and the method named by a form. A separate implementation, since `hono/method-override` sends the
 * request through the app again, and `hono/body-limit` and `parseBody` create another `Request` and do not support
 * nested fields.
 */
async function readBody(c: Context, limit: number, takesFiles: boolean): Promise<void> {
  const { raw } = c.req;
  const { host, settings } = c.env;
  const { parsedBody } = host;
  const sent =
    parsedBody === undefined ? await parseBody(raw, limit, { takesFiles }) : takeParsedBody(raw, parsedBody, limit);
  if (sent.value === undefined && Number(raw.headers.get('content-length')) > 0) tellOfReadBody(settings, raw);
  const { method, body } = overriddenMethod(raw.method, sent);
  c.env.method = method;
  c.env.body = body;
}

/**
 * Answers at one path, for every method: the method named by a form is known only once its body is read. A single
 * handler, since each further step of the chain is one more promise that every request waits for.
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
