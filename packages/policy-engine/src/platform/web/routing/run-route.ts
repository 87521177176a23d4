/** Runs one route for one request: access, format, input, handler. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { type Context, hrefOf } from './context.ts';
import { isForeignRequest } from '../request/cross-site.ts';
import type { Format } from '../view/format.ts';
import { httpErrors } from '../response/http-error.ts';
import { validate } from '../request/input.ts';
import { isResponse, partsOf, reply } from '../response/reply.ts';
import { respondAnswer, respondPage } from '../response/respond.ts';
import type { Access, AnyRoute, Call, Refusal } from './route.ts';

type AnyCall = Call<Access, Record<string, unknown>, Record<string, unknown>, unknown>;

function formatFor(route: AnyRoute, c: Context): Format {
  const { json, html, status } = route.answer;
  const asked = c.env.format;
  const offers = { json: json !== undefined || status === 204, html: html !== undefined };
  if (offers[asked] || (!offers.json && !offers.html)) return asked;
  const other = asked === 'json' ? 'html' : 'json';
  // A browser that opens a route with JSON only, without a suffix, gets the JSON. The reverse would surprise a program.
  if (!c.env.target.hasSuffix && other === 'json') return 'json';
  throw httpErrors.unknownFormat(asked);
}

async function authorize(route: AnyRoute, c: Context): Promise<void> {
  const { person } = c.env;
  if (route.access === 'public') return;
  if ((await person.user()) === null) throw httpErrors.unauthorized();
  if (route.access === 'admin' && !(await person.isAdmin())) throw httpErrors.forbidden();
}

async function callOf(route: AnyRoute, c: Context, params: Readonly<Record<string, string>>): Promise<AnyCall> {
  const { host, target, person, cookies, id, format } = c.env;
  const user = await person.user();
  const known = route.params?.safeParse(params);
  if (known?.success === false) throw httpErrors.notFound();
  return {
    request: c.req.raw,
    env: host,
    id,
    format,
    params: known?.data ?? {},
    query: route.query === undefined ? {} : await queryOf(route.query, c),
    body: undefined,
    user,
    cookies,
    secure: target.url.protocol === 'https:',
    isAdmin: () => person.isAdmin(),
    isForeign: () => isForeignRequest(c.req.raw, c.env.settings.publicOrigins),
    language: () => person.language(),
    languages: () => person.languages(),
    setLocale: (tag) => person.setLocale(tag),
    href: (path) => hrefOf(c, path),
  };
}

async function queryOf(schema: NonNullable<AnyRoute['query']>, c: Context): Promise<Record<string, unknown>> {
  const { target, person } = c.env;
  try {
    return await validate(schema, Object.fromEntries(target.url.searchParams), () => person.language());
  } catch (error) {
    c.env.isAddressFault = true;
    throw error;
  }
}

async function bodyOf(route: AnyRoute, c: Context, call: AnyCall): Promise<unknown> {
  const { type, value } = c.env.body ?? {};
  const schema = type === 'application/json' ? (route.jsonBody ?? route.body) : route.body;
  return schema === undefined ? undefined : validate(schema, value, call.language);
}

/** The rejection or withdrawal that a request makes; null for any other, and for input that the route would reject. */
export async function refusalOf(
  route: AnyRoute,
  c: Context,
  params: Readonly<Record<string, string>>,
): Promise<Refusal | null> {
  if (route.refusal === undefined) return null;
  try {
    await authorize(route, c);
    const call = await callOf(route, c, params);
    return await route.refusal({ ...call, body: await bodyOf(route, c, call) });
  } catch (error) {
    if (error instanceof PolicyEngineError) return null;
    throw error;
  }
}

/** A handler's own response with mutable headers; its body is passed on unread. */
function taken(response: Response): Response {
  const { status, headers, body } = partsOf(response);
  return reply(status, body, headers);
}

/**
 * Runs a route.
 *
 * @param params - parameters of the path, decoded
 * @throws HttpError and whatever the handler throws
 */
export async function runRoute(
  route: AnyRoute,
  c: Context,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  await authorize(route, c);
  c.env.format = formatFor(route, c);
  const call = await callOf(route, c, params);
  // Most have nothing to do, and an unnecessary await delays every request.
  for (const arrival of c.env.settings.arrivals ?? []) {
    const doing = arrival(call);
    if (doing !== undefined) await doing;
  }
  try {
    const answer = await route.handle({ ...call, body: await bodyOf(route, c, call) });
    return isResponse(answer) ? taken(answer) : await respondAnswer(c, route, answer);
  } catch (error) {
    c.env.typed = typedIn(c.env.body?.value, route.typed ?? []);
    c.env.subject = route.subject?.(call.params);
    // An error without a text is for developers.
    const isForPerson = error instanceof PolicyEngineError && error.text !== undefined;
    const isRefusal = isForPerson && c.env.settings.statusOf(error) === 422;
    if (!isRefusal || c.env.format !== 'html' || route.form === undefined) throw error;
    const render = await route.form(call, { errors: error.errors, values: c.env.body?.value });
    return respondPage(c, render, 422);
  }
}

/** Texts in fields of a form, which may be in a group: `term[description]`. */
function typedIn(value: unknown, names: readonly string[], isGroup = false): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    if (typeof field === 'string') return names.includes(name) && field.trim() !== '' ? [field] : [];
    return isGroup ? [] : typedIn(field, names, true);
  });
}
