import type { NextFunction, Request, Response } from 'express';
import { message } from './pages/form.ts';
import { framed } from './pages/frame.ts';
import { html } from './pages/html.ts';
import { requestIdOf, sendProblem, wantsJson } from './responses.ts';
import { sendShell } from './shell.ts';
import type { Shop } from './shop.ts';
import { unknownVisitor, visitorOf } from './visitor.ts';

const DETAIL = 'The server could not answer this request. Please try again.';

/** Handles all other errors: unreadable addresses and bodies, and internal errors. */
export function onError(shop: Shop) {
  return async (error: unknown, request: Request, response: Response, next: NextFunction): Promise<void> => {
    const status = (error as { status?: number }).status ?? 500;
    const isInternal = status >= 500;
    if (isInternal) shop.logger.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    if (response.headersSent) next(error);
    else if (wantsJson(request) || request.path.startsWith('/api/')) {
      const [title, detail] = isInternal ? ['Server error', DETAIL] : ['Bad request', 'This request cannot be read.'];
      sendProblem(response, status, title, detail);
    } else if (isInternal) {
      const title = 'Something went wrong';
      const content = html`<div class="page page-narrow stack">
        <h1>${title}</h1>
        ${message('danger', DETAIL)}
        <p class="muted">Request ID: <code>${requestIdOf(response)}</code></p>
      </div>`;
      // The page queries nothing, because what it queries may be the cause.
      const page = framed(unknownVisitor(shop, response), { title, path: request.path, content });
      response.status(status).set('Cache-Control', 'no-store').type('html').send(page);
    } else sendShell(await visitorOf(shop, request, response), request, response, status);
  };
}
