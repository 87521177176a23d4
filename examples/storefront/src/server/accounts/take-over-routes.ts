import { type Request, Router } from 'express';
import { consentContextOf, webRequest } from 'policy-engine/express';
import { requireUser, sendDone, sendPage } from '../answers.ts';
import { localPath, record } from '../input.ts';
import type { Shop } from '../shop.ts';
import type { User } from './users.ts';

/** Address after signing in: first the question whose decisions those in the browser are, if there are any. */
export async function afterSignIn({ engine }: Shop, request: Request, user: User, target: string): Promise<string> {
  const decisions = await engine.policiesOf(user, webRequest(request)).adoptableDecisions();
  return decisions.length === 0 ? target : `/take-over?return_to=${encodeURIComponent(target)}`;
}

/** `POST /take-over` and the page before it. */
export function takeOverRoutes(shop: Shop): Router {
  const { engine } = shop;
  const router = Router();

  router.get('/take-over', async (request, response) => {
    const target = localPath(request.query['return_to'], '/');
    const decisions = await consentContextOf(engine, request).adoptableDecisions();
    if (decisions.length === 0) response.redirect(303, target);
    else await sendPage(shop, request, response, 'take-over', { title: 'Was that you?', decisions, returnTo: target });
  });

  router.post('/take-over', requireUser(shop, 'Sign in first.', '/'), async (request, response) => {
    const body = record(request.body);
    const consent = consentContextOf(engine, request);
    const mine = body['answer'] === 'mine' ? await consent.adoptableDecisions() : [];
    for (const { rule } of mine) await consent.adoptVisitorDecision(rule);
    for (const cookie of consent.policyCookies()) response.append('Set-Cookie', cookie);
    sendDone(request, response, {
      json: { taken: mine.map(({ rule }) => rule) },
      to: localPath(body['return_to'], '/'),
    });
  });

  return router;
}
