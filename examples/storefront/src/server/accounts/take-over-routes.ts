import { type Request, type Response, Router } from 'express';
import { consentContextOf, webRequest } from 'policy-engine/express';
import { sendProblem } from '../api.ts';
import { takeOverPage } from '../pages/take-over.ts';
import { localPath } from '../return-to.ts';
import { sendPage, sendPrivateJson } from './answers.ts';
import { record, wantsJson } from './input.ts';
import type { AccountSources } from './session-routes.ts';
import type { User } from './users.ts';

/** Address after signing in: first the question whose decisions those in the browser are, if there are any. */
export async function afterSignIn(
  { engine }: Pick<AccountSources, 'engine'>,
  request: Request,
  user: User,
  target: string,
): Promise<string> {
  const decisions = await engine.policiesOf(user, webRequest(request)).adoptableDecisions();
  return decisions.length === 0 ? target : `/take-over?return_to=${encodeURIComponent(target)}`;
}

/** `POST /take-over` and the page before it. */
export function takeOverRoutes(sources: AccountSources): Router {
  const { engine, sessions } = sources;
  const router = Router();

  router.get('/take-over', async (request, response) => {
    const target = localPath(request.query['return_to'], '/');
    const decisions = await consentContextOf(engine, request).adoptableDecisions();
    if (decisions.length === 0) response.redirect(303, target);
    else await sendPage(sources, request, response, takeOverPage(decisions, target));
  });

  router.post('/take-over', async (request, response) => {
    if (await sessions.userOf(request)) await answered(request, response);
    else if (wantsJson(request)) sendProblem(response, 401, 'Not signed in', 'Sign in first.');
    else response.redirect(303, '/sign-in');
  });

  async function answered(request: Request, response: Response): Promise<void> {
    const body = record(request.body);
    const consent = consentContextOf(engine, request);
    const mine = body['answer'] === 'mine' ? await consent.adoptableDecisions() : [];
    for (const { rule } of mine) await consent.adoptVisitorDecision(rule);
    for (const cookie of consent.policyCookies()) response.append('Set-Cookie', cookie);
    if (wantsJson(request)) sendPrivateJson(response, 200, { taken: mine.map(({ rule }) => rule) });
    else response.redirect(303, localPath(body['return_to'], '/'));
  }

  return router;
}
