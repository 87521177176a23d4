import type { Request, RequestHandler, Response } from 'express';
import type { User } from './accounts/users.ts';
import { type FieldError, record } from './input.ts';
import { sendProblem, wantsJson } from './responses.ts';
import type { Shop } from './shop.ts';
import { type PageData, pageOf } from './views.ts';
import { visitorOf } from './visitor.ts';

/** Rejects the submitted data with one error per invalid field. */
export function sendInvalid(request: Request, response: Response, errors: readonly FieldError[]): void {
  const isNested = record(request.body)['user'] !== undefined;
  const named = errors.map(({ field, ...rest }) => ({
    field: isNested ? `user.${field}` : field,
    pointer: isNested ? `#/user/${field}` : `#/${field}`,
    ...rest,
  }));
  const more = { code: 'invalid_input', errors: named };
  sendProblem(response, 422, 'Invalid input', 'Some fields are invalid; see errors.', more);
}

/** Sends a page that is about this visitor; it must not be cached. @param view name of the file in `views` */
export async function sendPage(
  shop: Shop,
  request: Request,
  response: Response,
  view: string,
  { status = 200, ...data }: PageData & { readonly status?: number },
): Promise<void> {
  const html = pageOf(shop, await visitorOf(shop, request, response), request.path, view, data);
  response.status(status).set('Cache-Control', 'no-store').type('html').send(html);
}

/** Sends JSON that is about this visitor to a program, and redirects a person; neither must be cached. */
export function sendDone(
  request: Request,
  response: Response,
  { status = 200, json, to }: { readonly status?: number; readonly json: object; readonly to: string },
): void {
  response.set('Cache-Control', 'no-store');
  if (wantsJson(request)) response.status(status).json(json);
  else response.redirect(303, to);
}

/** Lets signed-in users pass, and sends others to sign in. @param after page to return to, unless a page is requested */
export function requireUser({ sessions }: Shop, detail: string, after: string): RequestHandler {
  return async (request, response, next) => {
    const user = await sessions.userOf(request);
    const target = request.method === 'GET' ? request.originalUrl : after;
    if (user) {
      response.locals['user'] = user;
      next();
    } else if (wantsJson(request)) sendProblem(response, 401, 'Not signed in', detail);
    else response.redirect(303, `/sign-in?return_to=${encodeURIComponent(target)}`);
  };
}

/** The user whom {@link requireUser} let pass. */
export const userOf = (response: Response): User => response.locals['user'] as User;
