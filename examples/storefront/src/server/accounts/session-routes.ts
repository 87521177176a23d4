import { type Request, type Response, Router } from 'express';
import type { Database } from 'policy-engine';
import { webRequest } from 'policy-engine/express';
import { sendProblem } from '../api.ts';
import { signInPage, signOutPage } from '../pages/sign-in.ts';
import { localPath, returnTo } from '../return-to.ts';
import type { VisitorSources } from '../visitor.ts';
import { sendPage, sendPrivateJson } from './answers.ts';
import { record, text, wantsJson } from './input.ts';
import type { Passwords } from './passwords.ts';
import { SignInLimit } from './sign-in-limit.ts';
import { afterSignIn } from './take-over-routes.ts';
import { canonicalEmail, findByEmail, type User } from './users.ts';

/** The dependencies of the account routes. */
export interface AccountSources extends VisitorSources {
  readonly database: Database;
  readonly passwords: Passwords;
}

interface Refusal {
  readonly status: 401 | 429;
  readonly title: string;
  readonly detail: string;
  /** Seconds. */
  readonly wait?: number;
}

const WRONG: Refusal = {
  status: 401,
  title: 'Not signed in',
  // Saying which of the two is wrong would reveal who has an account.
  detail: 'The email address or the password is wrong.',
};

function tooMany(wait: number): Refusal {
  const detail = `Too many attempts with this address. Try again in ${wait === 1 ? 'a second' : `${wait} seconds`}.`;
  return { status: 429, title: 'Too many attempts', detail, wait };
}

async function check(
  { database, passwords }: AccountSources,
  limit: SignInLimit,
  email: string,
  password: string,
): Promise<User | Refusal> {
  const wait = limit.attempt(email);
  if (wait > 0) return tooMany(wait);
  const found = email.length > 254 || password.length > 200 ? undefined : await findByEmail(database, email);
  // Also without a user, so that the time does not reveal it either.
  const isRight = await passwords.matches(password.slice(0, 200), found?.passwordHash);
  if (!found || !isRight) return WRONG;
  limit.succeeded(email);
  return found.user;
}

/** `GET`, `POST` and `DELETE /session`, and the pages `/sign-in` and `/sign-out`. */
export function sessionRoutes(sources: AccountSources): Router {
  const { engine, sessions } = sources;
  const limit = new SignInLimit();
  const router = Router();

  router.get('/session', async (request, response) => {
    sendPrivateJson(response, 200, { user: await sessions.userOf(request) });
  });

  router.post('/session', async (request, response) => {
    const body = record(request.body);
    const email = canonicalEmail(text(body['email']));
    const outcome = await check(sources, limit, email, text(body['password']));
    if (!('status' in outcome)) await signedIn(request, response, outcome);
    else await refused(request, response, outcome, text(body['email']));
  });

  router.delete('/session', async (request, response) => {
    await sessions.end(request, response);
    // The decisions of this account must not apply to the next person.
    for (const cookie of await engine.signedOut(webRequest(request))) response.append('Set-Cookie', cookie);
    if (wantsJson(request)) sendPrivateJson(response, 200, { user: null });
    else response.redirect(303, '/');
  });

  router.get('/sign-in', async (request, response) => {
    const target = returnTo(request);
    if (await sessions.userOf(request)) response.redirect(303, target);
    else await sendPage(sources, request, response, signInPage({ returnTo: target }));
  });

  router.get('/sign-out', async (request, response) => {
    const user = await sessions.userOf(request);
    if (user) await sendPage(sources, request, response, signOutPage(user.name));
    else response.redirect(303, '/');
  });

  async function signedIn(request: Request, response: Response, user: User): Promise<void> {
    await sessions.start(request, response, user);
    if (wantsJson(request)) sendPrivateJson(response, 200, { user });
    else {
      const target = localPath(record(request.body)['return_to'], '/');
      response.redirect(303, await afterSignIn(sources, request, user, target));
    }
  }

  async function refused(request: Request, response: Response, refusal: Refusal, email: string): Promise<void> {
    const { status, title, detail, wait } = refusal;
    if (wait !== undefined) response.set('Retry-After', String(wait));
    if (wantsJson(request)) {
      sendProblem(response, status, title, detail);
      return;
    }
    const target = localPath(record(request.body)['return_to'], '/');
    await sendPage(sources, request, response, signInPage({ email, returnTo: target, problem: detail }), status);
  }

  return router;
}
