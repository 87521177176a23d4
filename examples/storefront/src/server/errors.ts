import type { NextFunction, Request, Response } from 'express';
import { requestIdOf, sendProblem, wantsJson } from './responses.ts';
import { sendShell } from './shell.ts';
import type { Shop } from './shop.ts';
import { pageOf } from './views.ts';
import { unknownVisitor } from './visitor.ts';

const DETAIL = 'The server could not answer this request. Please try again.';

/** Handles all other errors: unreadable addresses and bodies, and internal errors. */
export function onError(shop: Shop) {
  return async (error: unknown, request: Request, response: Response, next: NextFunction): Promise<void> => {
    const status = (error as { status?: number }).status ?? 500;
    const isInternal = status >= 500;
    const requestId = requestIdOf(response);
    if (isInternal) shop.logger.error({ err: error, requestId }, 'request failed');
    if (response.headersSent) next(error);
    else if (wantsJson(request) || request.path.startsWith('/api/')) {
      const [title, detail] = isInternal ? ['Server error', DETAIL] : ['Bad request', 'This request cannot be read.'];
      sendProblem(response, status, title, detail);
    } else if (isInternal) {
      // The page queries nothing, because what it queries may be the cause.
      const data = { title: 'Something went wrong', detail: DETAIL, requestId };
      const html = pageOf(shop, unknownVisitor(shop, response), request.path, 'failure', data);
      response.status(status).set('Cache-Control', 'no-store').type('html').send(html);
    } else await sendShell(shop, request, response, status);
  };
}
