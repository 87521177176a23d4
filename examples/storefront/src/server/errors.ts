import type { NextFunction, Request, Response } from 'express';
import { wantsJson } from './accounts/input.ts';
import { sendProblem } from './api.ts';
import { message } from './pages/form.ts';
import { framed } from './pages/frame.ts';
import { html } from './pages/html.ts';
import { requestIdOf } from './log.ts';
import { nonceOf } from './security.ts';
import { sendShell } from './shell.ts';
import { type Visitor, visitorOf, type VisitorSources } from './visitor.ts';

const nobody = (response: Response, isSample: boolean): Visitor => {
  return { user: null, nonce: nonceOf(response), scripts: '', banner: '', decideAt: null, isSample };
};

/** The page for an error; it queries nothing, because what it queries may be the cause. */
function sendFailure({ isSample }: VisitorSources, request: Request, response: Response): void {
  const detail = 'The server could not answer this request. Please try again.';
  if (wantsJson(request) || request.path.startsWith('/api/')) {
    sendProblem(response, 500, 'Server error', detail);
    return;
  }
  const content = html`<div class="form-page">
    <h1>Something went wrong</h1>
    ${message('danger', detail)}
    <p class="muted">Request ID: <code>${requestIdOf(response)}</code></p>
  </div>`;
  const page = framed(nobody(response, isSample), { title: 'Something went wrong', path: request.path, content });
  response.status(500).set('Cache-Control', 'no-store').type('html').send(page);
}

/** Handles all other errors: unreadable addresses and bodies, and internal errors. */
export function onError(sources: VisitorSources) {
  return async (error: unknown, request: Request, response: Response, next: NextFunction): Promise<void> => {
    const status = (error as { status?: number }).status ?? 500;
    if (status >= 500) sources.logger.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    if (response.headersSent) next(error);
    else if (status >= 500) sendFailure(sources, request, response);
    else if (wantsJson(request) || request.path.startsWith('/api/')) {
      sendProblem(response, status, 'Bad request', 'This request cannot be read.');
    } else sendShell(await visitorOf(sources, request, response), response, status);
  };
}
