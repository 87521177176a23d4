/** Describes a route in OpenAPI: its own responses, and those that the frame adds. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import { isSafeMethod } from '../request/cross-site.ts';
import { ProblemSchema } from '../response/problem.ts';
import type { AnyRoute } from './route.ts';

type Registered = Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0];
type Responses = Registered['responses'];
type Response = Responses[string];

const HTML = z.string().openapi({ description: 'A page' });

const ERROR_DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The content or its encoding could not be read',
  401: 'Nobody is signed in',
  403: 'Not an administrator, or an unsafe request from another site',
  404: 'It does not exist, or it is not the caller’s',
  406: 'Not available in the format asked for',
  409: 'The state changed in the meantime',
  410: 'Permanently gone',
  413: 'The content is too large',
  415: 'The content is neither JSON nor a form',
  422: 'The content is readable but invalid; `errors` names the fields',
  429: 'Too many requests; see `Retry-After`',
  500: 'A failure of the service, logged under `request_id`',
  503: 'Temporarily not available',
};

function errorStatuses(route: AnyRoute): number[] {
  const statuses = new Set<number>([406, 500, ...(route.errors ?? [])]);
  if (route.access !== 'public') statuses.add(401);
  if (route.access === 'admin') statuses.add(403);
  if (route.params !== undefined) statuses.add(404);
  if (route.query !== undefined || route.body !== undefined) statuses.add(422);
  if (!isSafeMethod(route.method.toUpperCase())) {
    // A form may always contain a body with `_method`, whether or not the route uses it.
    for (const status of [400, 403, 413, 415, 429]) statuses.add(status);
  }
  return [...statuses].toSorted((a, b) => a - b);
}

function errorResponse(status: number): Response {
  return {
    description: ERROR_DESCRIPTIONS[status] ?? 'An error',
    content: { 'application/problem+json': { schema: ProblemSchema }, 'text/html': { schema: HTML } },
  };
}

function successResponses(route: AnyRoute): Responses {
  const { status = 200, description, json, html, cacheable } = route.answer;
  const content = {
    ...(json !== undefined && { 'application/json': { schema: json } }),
    ...(html === 'page' && { 'text/html': { schema: HTML } }),
  };
  const responses: Responses = {};
  if (status === 204) responses[204] = { description };
  else if (Object.keys(content).length > 0) responses[status] = { description, content };
  if (html === 'redirect') {
    responses[303] = {
      description: 'HTML callers are redirected',
      headers: z.object({ location: z.string() }),
    };
  }
  if (cacheable) responses[304] = { description: 'Not changed since the caller’s entity tag' };
  return responses;
}

function requestOf(route: AnyRoute): NonNullable<Registered['request']> {
  const { params, query, body, jsonBody = body } = route;
  const content = { 'application/json': { schema: jsonBody }, 'application/x-www-form-urlencoded': { schema: body } };
  return {
    ...(params !== undefined && { params }),
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body: { content } }),
  } as NonNullable<Registered['request']>;
}

/** The OpenAPI description of a route. */
export function describeRoute(route: AnyRoute): Registered {
  const responses = successResponses(route);
  for (const status of errorStatuses(route)) responses[status] = errorResponse(status);
  Object.assign(responses, route.otherResponses);
  return {
    method: route.method,
    path: route.path,
    operationId: route.id,
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    ...(route.tags !== undefined && { tags: [...route.tags] }),
    request: requestOf(route),
    responses,
  };
}
