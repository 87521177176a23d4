import type { Request, Response } from 'express';
import { type FieldError } from '../pages/form.ts';
import { framed, type ServerPage } from '../pages/frame.ts';
import { visitorOf, type VisitorSources } from '../visitor.ts';
import { record } from './input.ts';

/** Sends a page that is about this visitor; it must not be cached. */
export async function sendPage(
  sources: VisitorSources,
  request: Request,
  response: Response,
  page: ServerPage,
  status = 200,
): Promise<void> {
  const visitor = await visitorOf(sources, request, response);
  response.status(status).set('Cache-Control', 'no-store').type('html').send(framed(visitor, page));
}

/** Sends JSON that is about this visitor; it must not be cached. */
export function sendPrivateJson(response: Response, status: number, body: unknown): void {
  response.status(status).set('Cache-Control', 'no-store').json(body);
}

/** Rejects the submitted data with one error per invalid field (RFC 9457). */
export function sendInvalid(request: Request, response: Response, errors: readonly FieldError[]): void {
  const isNested = record(request.body)['user'] !== undefined;
  const named = errors.map(({ field, ...rest }) => ({
    field: isNested ? `user.${field}` : field,
    pointer: isNested ? `#/user/${field}` : `#/${field}`,
    ...rest,
  }));
  const detail = 'Some fields are invalid; see errors.';
  const problem = { type: 'about:blank', title: 'Invalid input', status: 422, code: 'invalid_input', detail };
  response
    .status(422)
    .type('application/problem+json')
    .send(JSON.stringify({ ...problem, errors: named }));
}
