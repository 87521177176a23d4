import { type Request, type Response, Router } from 'express';
import { isUniqueViolation } from 'policy-engine/database';
import { sendDone, sendInvalid, sendPage } from '../answers.ts';
import {
  type Attributes,
  attributesOf,
  emailErrors,
  type FieldError,
  lineErrors,
  localPath,
  passwordErrors,
  record,
  returnTo,
  text,
} from '../input.ts';
import { wantsJson } from '../responses.ts';
import type { Shop } from '../shop.ts';
import { consentBoxes, LABELS } from './consent-boxes.ts';
import { LONGEST_PASSWORD } from './passwords.ts';
import { afterSignIn } from './take-over-routes.ts';
import { canonicalEmail, findByEmail, insertUser } from './users.ts';

const emailTaken: FieldError = {
  field: 'email',
  code: 'taken',
  detail: 'An account with this email address already exists. Sign in, or use another address.',
};

/** `POST /users` and the page `/sign-up`. */
export function signUpRoutes(shop: Shop): Router {
  const { database, engine, passwords, sessions } = shop;
  const router = Router();

  /** All errors of the form at once, so that it need not be sent several times; those of the policies are the engine's. */
  async function check(attributes: Attributes): Promise<FieldError[]> {
    const email = canonicalEmail(text(attributes['email']));
    const wrong = emailErrors(email);
    const isTaken = wrong.length === 0 && (await findByEmail(database, email)) !== undefined;
    return [
      ...lineErrors('name', text(attributes['name']).trim(), 100, 'Enter your name.'),
      ...(isTaken ? [emailTaken] : wrong),
      ...passwordErrors(text(attributes['password']), LONGEST_PASSWORD),
      ...(await engine.validatePolicies('create', attributes)),
    ];
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

  async function page(request: Request, response: Response, errors: readonly FieldError[], target: string) {
    const attributes = attributesOf(request.body);
    const required = await engine.validatePolicies('create', {});
    const texts = await engine.policyTexts({ locale: 'en' });
    await sendPage(shop, request, response, 'sign-up', {
      title: 'Open an account',
      status: errors.length > 0 ? 422 : 200,
      name: text(attributes['name']),
      email: text(attributes['email']),
      returnTo: target,
      isTooEarly: required.some(({ code }) => code === 'missing_term'),
      consents: consentBoxes(texts, required, attributes, errors),
      labels: LABELS,
      errors,
    });
  }

  router.get('/sign-up', async (request, response) => {
    if (await sessions.userOf(request)) response.redirect(303, '/account');
    else await page(request, response, [], returnTo(request, '/account'));
  });

  router.post('/users', async (request, response) => {
    const target = localPath(record(request.body)['return_to'], '/account');
    const attributes = attributesOf(request.body);
    const refuse = async (errors: readonly FieldError[]): Promise<void> => {
      if (wantsJson(request)) sendInvalid(request, response, errors);
      else await page(request, response, errors, target);
    };
    const errors = await check(attributes);
    if (errors.length > 0) {
      await refuse(errors);
      return;
    }
    try {
      const { user, recorded } = await create(attributes);
      for (const cookie of await recorded.afterCommit()) response.append('Set-Cookie', cookie);
      await sessions.start(request, response, user);
      sendDone(request, response, {
        status: 201,
        json: { user },
        to: await afterSignIn(shop, request, user, target),
      });
    } catch (error) {
      // Another request created the user between the check and the insert.
      if (!isUniqueViolation(error)) throw error;
      await refuse([emailTaken]);
    }
  });

  return router;
}
