import { Router } from 'express';
import { webRequest } from 'policy-engine/express';
import { sendDone, sendPage } from '../answers.ts';
import { localPath, record, returnTo, text } from '../input.ts';
import { sendProblem, wantsJson } from '../responses.ts';
import type { Shop } from '../shop.ts';
import { SignInLimit } from './sign-in-limit.ts';
import { afterSignIn } from './take-over-routes.ts';
import { canonicalEmail, findByEmail, type User } from './users.ts';

/** `GET`, `POST` and `DELETE /session`, and the pages `/sign-in` and `/sign-out`. */
export function sessionRoutes(shop: Shop): Router {
  const { database, engine, passwords, sessions } = shop;
  const limit = new SignInLimit();
  const router = Router();

  router.get('/session', async (request, response) => {
    response.set('Cache-Control', 'no-store').json({ user: await sessions.userOf(request) });
  });

  /** The user, or null if the email or the password is wrong, or the number of seconds to wait. */
  async function check(email: string, password: string): Promise<User | null | number> {
    const wait = limit.attempt(email);
    if (wait > 0) return wait;
    const found = await findByEmail(database, email);
    // Also without a user, so that the time does not reveal who has an account.
    if (!(await passwords.matches(password, found?.passwordHash)) || !found) return null;
    limit.succeeded(email);
    return found.user;
  }

  router.post('/session', async (request, response) => {
    const body = record(request.body);
    const email = text(body['email']);
    const target = localPath(body['return_to'], '/');
    const outcome = await check(canonicalEmail(email), text(body['password']));
    if (outcome !== null && typeof outcome !== 'number') {
      await sessions.start(request, response, outcome);
      sendDone(request, response, { json: { user: outcome }, to: await afterSignIn(shop, request, outcome, target) });
      return;
    }
    const [status, title, problem] =
      outcome === null
        ? [401, 'Not signed in', 'The email address or the password is wrong.']
        : [429, 'Too many attempts', `Too many attempts with this address. Try again in ${outcome} seconds.`];
    if (outcome !== null) response.set('Retry-After', String(outcome));
    if (wantsJson(request)) sendProblem(response, status, title, problem);
    else
      await sendPage(shop, request, response, 'sign-in', {
        title: 'Sign in',
        status,
        email,
        returnTo: target,
        problem,
      });
  });

  router.delete('/session', async (request, response) => {
    await sessions.end(request, response);
    // The decisions of this account must not apply to the next person.
    for (const cookie of await engine.signedOut(webRequest(request))) response.append('Set-Cookie', cookie);
    sendDone(request, response, { json: { user: null }, to: '/' });
  });

  router.get('/sign-in', async (request, response) => {
    const target = returnTo(request);
    if (await sessions.userOf(request)) response.redirect(303, target);
    else await sendPage(shop, request, response, 'sign-in', { title: 'Sign in', returnTo: target });
  });

  router.get('/sign-out', async (request, response) => {
    // A link alone must not sign out, since any page can contain it.
    if (await sessions.userOf(request)) await sendPage(shop, request, response, 'sign-out', { title: 'Sign out' });
    else response.redirect(303, '/');
  });

  return router;
}
