import { type Request, type Response, Router } from 'express';
import { accountPage } from '../pages/account.ts';
import type { FieldError } from '../pages/form.ts';
import { sendProblem } from '../api.ts';
import { sendInvalid, sendPage, sendPrivateJson } from './answers.ts';
import { attributesOf, nameErrors, text, wantsJson } from './input.ts';
import type { AccountSources } from './session-routes.ts';
import { tickedIn } from './sign-up-routes.ts';
import { renameUser, type User } from './users.ts';

const DONE: Readonly<Record<string, string>> = { saved: 'Your details are saved.' };

type Attributes = Readonly<Record<string, unknown>>;

/** `PATCH /account` and the page `/account`. */
export function accountRoutes(sources: AccountSources): Router {
  const { database, engine, sessions } = sources;
  const router = Router();

  async function page(
    request: Request,
    response: Response,
    user: User,
    { attributes = {}, errors = [] }: { attributes?: Attributes; errors?: readonly FieldError[] } = {},
  ): Promise<void> {
    // All required policies must be accepted before the details can be saved.
    const required = await engine.validatePolicies('update', {}, { userId: user.id });
    const fields = new Set(required.filter(({ code }) => code !== 'missing_term').map(({ field }) => field));
    // Only of the boxes that are shown.
    const texts = (await engine.policyTexts({ locale: 'en' })).filter(({ rule }) => fields.has(`policy_rule_${rule}`));
    const shown = {
      user,
      ...(attributes['name'] !== undefined && { name: text(attributes['name']) }),
      boxes: { texts, fields, ticked: tickedIn(attributes), errors },
      done: DONE[text(request.query['done'])],
    };
    await sendPage(sources, request, response, accountPage(shown), errors.length > 0 ? 422 : 200);
  }

  async function save(user: User, name: string, attributes: Attributes) {
    return database.transaction(async (transaction) => {
      await renameUser(transaction, user.id, name);
      return engine.recordPolicies(transaction, user.id, attributes);
    });
  }

  router.get('/account', async (request, response) => {
    const user = await sessions.userOf(request);
    if (user) await page(request, response, user);
    else response.redirect(303, '/sign-in?return_to=%2Faccount');
  });

  router.patch('/account', async (request, response) => {
    const user = await sessions.userOf(request);
    if (!user) {
      if (wantsJson(request)) sendProblem(response, 401, 'Not signed in', 'Sign in to change your account.');
      else response.redirect(303, '/sign-in?return_to=%2Faccount');
      return;
    }
    const attributes = attributesOf(request.body);
    const name = attributes['name'] === undefined ? user.name : text(attributes['name']).trim();
    const errors = [...nameErrors(name), ...(await engine.validatePolicies('update', attributes, { userId: user.id }))];
    if (errors.length > 0) {
      if (wantsJson(request)) sendInvalid(request, response, errors);
      else await page(request, response, user, { attributes, errors });
      return;
    }
    const recorded = await save(user, name, attributes);
    for (const cookie of await recorded.afterCommit()) response.append('Set-Cookie', cookie);
    if (wantsJson(request)) sendPrivateJson(response, 200, { user: { ...user, name } });
    else response.redirect(303, '/account?done=saved');
  });

  return router;
}
