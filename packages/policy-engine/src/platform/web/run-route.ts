/** Runs one route for one request: access, format, input, handler. */
import type { z } from '@hono/zod-openapi';
import type { Exchange } from './exchange.ts';
import type { Format } from './format.ts';
import { HttpError, httpErrors } from './http-error.ts';
import { validate } from './input.ts';
import { respondAnswer, respondPage } from './respond.ts';
import { Reply } from './reply.ts';
import type { Access, AnyRoute, Call } from './route.ts';
import type { NavigationItem } from './view.ts';

type AnyCall = Call<Access, Record<string, unknown>, Record<string, unknown>, unknown>;

function formatFor(route: AnyRoute, exchange: Exchange): Format {
  const { json, html, status } = route.answer;
  const offers = { json: json !== undefined || status === 204, html: html !== undefined };
  if (offers[exchange.format] || (!offers.json && !offers.html)) return exchange.format;
  const other = exchange.format === 'json' ? 'html' : 'json';
  // Only JSON to offer and no suffix: a browser that opens it sees the JSON. The reverse would surprise a program.
  if (!exchange.hasSuffix && other === 'json') return 'json';
  throw httpErrors.unknownFormat(exchange.format);
}

async function authorize(route: AnyRoute, exchange: Exchange): Promise<void> {
  if (route.access === 'public') return;
  if ((await exchange.user()) === null) throw httpErrors.unauthorized();
  if (route.access === 'admin' && !(await exchange.isAdmin())) throw httpErrors.forbidden();
}

async function callOf(route: AnyRoute, exchange: Exchange, params: Readonly<Record<string, string>>): Promise<AnyCall> {
  const user = await exchange.user();
  const language = () => exchange.language();
  const check = <Schema extends z.ZodType>(schema: Schema, value: unknown) => validate(schema, value, language);
  const known = route.params?.safeParse(params);
  if (known?.success === false) throw httpErrors.notFound();
  return {
    request: exchange.request,
    env: exchange.env,
    id: exchange.id,
    format: exchange.format,
    params: known?.data ?? {},
    query: route.query === undefined ? {} : await check(route.query, Object.fromEntries(exchange.url.searchParams)),
    body: undefined,
    user,
    cookies: exchange.cookies,
    secure: exchange.url.protocol === 'https:',
    isAdmin: () => exchange.isAdmin(),
    language,
    languages: () => exchange.languages(),
    speak: (tag) => exchange.speak(tag),
    href: (path) => exchange.href(path),
  };
}

async function handle(
  route: AnyRoute,
  exchange: Exchange,
  navigation: readonly NavigationItem[],
  call: AnyCall,
): Promise<Reply> {
  const { type, value } = exchange.body;
  const schema = type === 'application/json' ? (route.jsonBody ?? route.body) : route.body;
  const body = schema === undefined ? undefined : await validate(schema, value, () => exchange.language());
  const answer = await route.handle({ ...call, body });
  return answer instanceof Response ? Reply.of(answer) : respondAnswer(exchange, navigation, route, answer);
}

/**
 * Runs a route.
 *
 * @param params - parameters of the path, decoded
 * @throws HttpError and whatever the handler throws
 */
export async function runRoute(
  route: AnyRoute,
  exchange: Exchange,
  navigation: readonly NavigationItem[],
  params: Readonly<Record<string, string>>,
): Promise<Reply> {
  await authorize(route, exchange);
  exchange.format = formatFor(route, exchange);
  const call = await callOf(route, exchange, params);
  try {
    return await handle(route, exchange, navigation, call);
  } catch (error) {
    const isRefusal = error instanceof HttpError && error.status === 422;
    if (!isRefusal || exchange.format !== 'html' || route.form === undefined) throw error;
    const render = await route.form(call, { errors: error.errors, values: exchange.body.value });
    return respondPage(exchange, navigation, render, 422);
  }
}
