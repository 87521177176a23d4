import { type Request, type Response, Router } from 'express';
import { isUniqueViolation } from 'policy-engine/database';
import type { FieldError } from '../pages/form.ts';
import { signUpPage } from '../pages/sign-up.ts';
import { localPath, returnTo } from '../return-to.ts';
import { sendInvalid, sendPage, sendPrivateJson } from './answers.ts';
import { attributesOf, emailErrors, emailTaken, nameErrors, passwordErrors, record, text, wantsJson } from './input.ts';
import type { AccountSources } from './session-routes.ts';
import { afterSignIn } from './take-over-routes.ts';
import { canonicalEmail, findByEmail, insertUser } from './users.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The boxes that were ticked. */
export const tickedIn = (attributes: Attributes): ReadonlySet<string> =>
  new Set(Object.keys(attributes).filter((name) => name.startsWith('policy_rule_') && attributes[name] === '1'));

/** `POST /users` and the page `/sign-up`. */
export function signUpRoutes(sources: AccountSources): Router {
  const { database, engine, passwords, sessions } = sources;
  const router = Router();

  /** All errors of the form at once, so that it need not be sent several times. */
  async function check(attributes: Attributes): Promise<FieldError[]> {
    const email = canonicalEmail(text(attributes['email']));
    const own = [
      ...nameErrors(text(attributes['name']).trim()),
      ...emailErrors(email),
      ...passwordErrors(text(attributes['password'])),
    ];
    const isTaken = !own.some(({ field }) => field === 'email') && (await findByEmail(database, email)) !== undefined;
    return [...own, ...(isTaken ? [emailTaken] : []), ...(await engine.validatePolicies('create', attributes))];
  }

  /** Stores the user and their acceptances in one transaction. */
  async function create(attributes: Attributes) {
    const passwordHash = await passwords.hash(text(attributes['password']));
    return database.transaction(async (transaction) => {
      const name = text(attributes['name']).trim();
      const user = await insertUser(transaction, { name, email: text(attributes['email']), passwordHash });
      return { user, recorded: await engine.recordPolicies(transaction, user.id, attributes) };
    });
  }

  async function page(
    request: Request,
    response: Response,
    form: { attributes: Attributes; errors: readonly FieldError[]; returnTo: string },
    status: number,
  ): Promise<void> {
    const required = await engine.validatePolicies('create', {});
    const shown = {
      name: text(form.attributes['name']),
      email: text(form.attributes['email']),
      returnTo: form.returnTo,
      isTooEarly: required.some(({ code }) => code === 'missing_term'),
      boxes: {
        texts: await engine.policyTexts({ locale: 'en' }),
        fields: new Set(required.map(({ field }) => field)),
        ticked: tickedIn(form.attributes),
        errors: form.errors,
      },
    };
    await sendPage(sources, request, response, signUpPage(shown), status);
  }

  async function refused(request: Request, response: Response, errors: readonly FieldError[]): Promise<void> {
    if (wantsJson(request)) {
      sendInvalid(request, response, errors);
      return;
    }
    const target = localPath(record(request.body)['return_to'], '/account');
    await page(request, response, { attributes: attributesOf(request.body), errors, returnTo: target }, 422);
  }

  router.get('/sign-up', async (request, response) => {
    if (await sessions.userOf(request)) response.redirect(303, '/account');
    else await page(request, response, { attributes: {}, errors: [], returnTo: returnTo(request, '/account') }, 200);
  });

  router.post('/users', async (request, response) => {
    const attributes = attributesOf(request.body);
    const errors = await check(attributes);
    if (errors.length > 0) {
      await refused(request, response, errors);
      return;
    }
    try {
      const { user, recorded } = await create(attributes);
      for (const cookie of await recorded.afterCommit()) response.append('Set-Cookie', cookie);
      await sessions.start(request, response, user);
      if (wantsJson(request)) sendPrivateJson(response.location('/account'), 201, { user });
      else {
        const target = localPath(record(request.body)['return_to'], '/account');
        response.redirect(303, await afterSignIn(sources, request, user, target));
      }
    } catch (error) {
      // Another request created the user between the check and the insert.
      if (!isUniqueViolation(error)) throw error;
      await refused(request, response, [emailTaken]);
    }
  });

  return router;
}
