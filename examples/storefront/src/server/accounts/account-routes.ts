import { type Request, type Response, Router } from 'express';
import { requireUser, sendDone, sendInvalid, sendPage, userOf } from '../answers.ts';
import { type Attributes, attributesOf, type FieldError, lineErrors, text } from '../input.ts';
import { wantsJson } from '../responses.ts';
import type { Shop } from '../shop.ts';
import { consentBoxes, LABELS } from './consent-boxes.ts';
import { renameUser } from './users.ts';

/** `PATCH /account` and the page `/account`. */
export function accountRoutes(shop: Shop): Router {
  const { database, engine } = shop;
  const router = Router();
  router.use('/account', requireUser(shop, 'Sign in to change your account.', '/account'));

  async function page(request: Request, response: Response, attributes: Attributes, errors: readonly FieldError[]) {
    const user = userOf(response);
    // All required policies must be accepted before the details can be saved.
    const missing = await engine.validatePolicies('update', {}, { userId: user.id });
    const required = missing.filter(({ code }) => code !== 'missing_term');
    // Only of the boxes that are shown.
    const texts = (await engine.policyTexts({ locale: 'en' })).filter(({ rule }) =>
      required.some(({ field }) => field === `policy_rule_${rule}`),
    );
    await sendPage(shop, request, response, 'account', {
      title: 'Your account',
      status: errors.length > 0 ? 422 : 200,
      user,
      name: attributes['name'] === undefined ? user.name : text(attributes['name']),
      isSaved: request.query['done'] === 'saved',
      consents: consentBoxes(texts, required, attributes, errors),
      labels: LABELS,
      errors,
    });
  }

  router.get('/account', (request, response) => page(request, response, {}, []));

  router.patch('/account', async (request, response) => {
    const user = userOf(response);
    const attributes = attributesOf(request.body);
    const name = attributes['name'] === undefined ? user.name : text(attributes['name']).trim();
    const errors = [
      ...lineErrors('name', name, 100, 'Enter your name.'),
      ...(await engine.validatePolicies('update', attributes, { userId: user.id })),
    ];
    if (errors.length > 0) {
      if (wantsJson(request)) sendInvalid(request, response, errors);
      else await page(request, response, attributes, errors);
      return;
    }
    const recorded = await database.transaction(async (transaction) => {
      await renameUser(transaction, user.id, name);
      return engine.recordPolicies(transaction, user.id, attributes);
    });
    for (const cookie of await recorded.afterCommit()) response.append('Set-Cookie', cookie);
    sendDone(request, response, { json: { user: { ...user, name } }, to: '/account?done=saved' });
  });

  return router;
}
