/** The page “Your Privacy Choices”, its form, and the way back in two steps (11 CCR §§ 7026, 7028). */
import { z } from '@hono/zod-openapi';
import { formBoolean, localPath, type Routes } from '../../../platform/web/index.ts';
import type { ConsentSettingsService } from '../banner/service.ts';
import { senderOf } from '../routes/decider.ts';
import type { AnyCall } from '../routes/input.ts';
import type { ConsentService } from '../service.ts';
import type { Visitor } from '../visitors/visitor.ts';
import { CHOICES_PATH, choicesPath } from './link.ts';
import { choicesPage, returnPage } from './page.tsx';
import { privacyChoicesJson, PrivacyChoicesSchema } from './representation.ts';
import type { OptOuts } from './service.ts';

/** What the routes work with. */
export interface OptOutRoutesOptions {
  readonly optOuts: OptOuts;
  readonly consents: Pick<ConsentService, 'visitorIdOf'>;
  readonly consentSettings: Pick<ConsentSettingsService, 'recordSignal'>;
}

const returnTo = z.string().max(2000).optional().openapi({ description: 'A path of this site' });
const RuleName = z.string().max(63);

const OptingOut = z.object({ return_to: returnTo }).optional();
const Allowing = z.object({
  return_to: returnTo,
  rules: z.array(RuleName).max(100).optional().openapi({ description: 'Default: all rules with `sells`' }),
  texts: z
    .record(RuleName, z.union([z.int().min(1), z.string().max(64)]))
    .optional()
    .openapi({ description: 'By rule: the version of the text that was read, or its SHA-256' }),
  confirmed: formBoolean.optional(),
});

export function optOutRoutes({ optOuts, consents, consentSettings }: OptOutRoutesOptions): Routes {
  return (app) => {
    if (optOuts.isNeeded) {
      app.navigation({ area: 'user', position: 15, path: CHOICES_PATH, label: 'optout.title', isPublic: true });
    }
    app.route({
      method: 'get',
      path: CHOICES_PATH,
      id: 'showPrivacyChoices',
      summary: 'The page “Your Privacy Choices”: what sells or shares data, and whether the person has opted out',
      tags: ['Consent'],
      access: 'public',
      query: z.object({
        return_to: returnTo,
        locale: z.string().max(35).optional().openapi({ description: 'BCP 47 tag of the language of the response' }),
      }),
      answer: { description: 'The rules with `sells`', json: PrivacyChoicesSchema, html: 'page' },
      handle: async (call) => {
        if (call.query.locale !== undefined) call.setLocale(call.query.locale);
        // A program sends the signal with a PUT.
        if (call.format === 'html' && !call.isForeign()) await consentSettings.recordSignal(senderOf(call));
        const sales = await optOuts.of(call);
        const back = localPath(call.query.return_to, '');
        return { json: () => jsonOf(call), html: (view) => choicesPage(view, sales, back) };
      },
    });
    app.route({
      method: 'post',
      path: CHOICES_PATH,
      id: 'optOutOfSale',
      summary: 'Opt out of all sale and sharing of personal data',
      description:
        'For visitors and for signed-in users, without any verification; rejects every rule with `sells`. Repeating it changes nothing.',
      tags: ['Consent'],
      access: 'public',
      body: OptingOut,
      answer: { description: 'What was opted out of', json: PrivacyChoicesSchema, html: 'redirect' },
      subject: () => ({ path: CHOICES_PATH }),
      refusal: async (call) => ({ visitor: await consents.visitorIdOf(call) }),
      handle: async (call) => {
        await optOuts.optOut(await visitorOf(call));
        const back = localPath(call.body?.return_to, '');
        return {
          json: () => jsonOf(call),
          redirect: { to: call.href(choicesPath(back)), notice: 'notice.opted_out' },
        };
      },
    });
    app.route({
      method: 'get',
      path: `${CHOICES_PATH}/return`,
      id: 'askToAllowSale',
      summary: 'The second step of accepting again what takes two steps after an opt-out: sale and sharing',
      tags: ['Consent'],
      access: 'public',
      query: z.object({ rule: RuleName.optional(), return_to: returnTo }),
      answer: { description: 'The page', html: 'page' },
      otherResponses: { 303: { description: 'Nothing is opted out of: redirects to the page “Your Privacy Choices”' } },
      handle: async (call) => {
        const { rule, return_to: asked } = call.query;
        const back = localPath(asked, '');
        const sales = (await optOuts.returns(call)).filter((sale) => (rule ?? sale.rule.name) === sale.rule.name);
        if (sales.length === 0) return { redirect: { to: call.href(choicesPath(back)) } };
        return { html: (view) => returnPage(view, sales, back) };
      },
    });
    app.route({
      method: 'post',
      path: `${CHOICES_PATH}/return`,
      id: 'allowSale',
      summary: 'Allow sale and sharing again after an opt-out, as the second of two steps',
      description:
        'Send it when the person has confirmed in a step of its own. Without `confirmed` it fails with 409 `confirmation_needed`.',
      tags: ['Consent'],
      access: 'public',
      body: Allowing,
      answer: { description: 'What is allowed now', json: PrivacyChoicesSchema, html: 'redirect' },
      errors: [409],
      subject: () => ({ path: CHOICES_PATH }),
      handle: async (call) => {
        const { rules, texts = {}, confirmed, return_to: asked } = call.body;
        const read = (rule: string) => texts[rule]?.toString();
        await optOuts.allow({ ...(await visitorOf(call)), read, confirmed: confirmed === true }, rules);
        const isSale = (await optOuts.of(call)).some(({ rule }) => rules?.includes(rule.name) ?? true);
        const back = localPath(asked, call.href(isSale ? CHOICES_PATH : '/privacy#browser'));
        return {
          json: () => jsonOf(call),
          redirect: { to: back, notice: isSale ? 'notice.opted_in' : 'notice.saved' },
        };
      },
    });
  };

  async function jsonOf(call: AnyCall) {
    return privacyChoicesJson(await optOuts.of(call), (await call.language()).locale, call.href);
  }
}

async function visitorOf(call: AnyCall): Promise<Visitor> {
  const { user, cookies, request, secure, env } = call;
  const { locale } = await call.language();
  return { user, cookies, request, secure, locale, languages: await call.languages(), ip: env.ip };
}
