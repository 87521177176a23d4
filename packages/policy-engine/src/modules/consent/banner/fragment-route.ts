/** The banner as a piece of HTML, for pages that are the same for everybody: their script fetches it. */
import { z } from '@hono/zod-openapi';
import type { LookIn } from '../../appearance/look.ts';
import type { ConsentSettingsService } from './service.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { Routes } from '../../../platform/web/index.ts';
import { localPath } from '../../../platform/web/index.ts';
import { bannerHtml } from './banner.tsx';

/** What the route works with. */
export interface BannerRoutesOptions {
  readonly consentSettings: ConsentSettingsService;
  readonly look: LookIn;
  readonly chooseLanguage: (wishes: readonly string[]) => Language;
}

/** `GET /consent/banner`. */
export function bannerRoutes({ consentSettings, look, chooseLanguage }: BannerRoutesOptions): Routes {
  return (app) => {
    app.route({
      method: 'get',
      path: '/consent/banner',
      id: 'consentBanner',
      summary: 'The banner as an HTML fragment',
      tags: ['Consent'],
      access: 'public',
      query: z.object({
        return_to: z.string().max(2000).optional(),
        locale: z.string().max(35).optional().openapi({ description: 'BCP 47 tag of the language of the response' }),
      }),
      answer: {
        description: 'One `policy-consent` element; 204 if there is nothing to decide or nobody to ask',
        html: 'page',
      },
      otherResponses: { 204: { description: 'There is nothing to decide, or the page is rendered for bots' } },
      handle: async (call) => {
        if (consentSettings.isHiddenFrom(call)) return new Response(null, { status: 204 });
        const found = await consentSettings.of(call);
        if (found.rules.length === 0) return new Response(null, { status: 204 });
        if (call.query.locale !== undefined) call.setLocale(call.query.locale);
        const language = await call.language();
        const { cookies, href } = call;
        const sources = { settings: found, cookies, language, chooseLanguage, href, look: await look(language.locale) };
        const html = await bannerHtml(sources, { returnTo: localPath(call.query.return_to, '/') });
        const headers = { 'content-type': 'text/html; charset=utf-8', 'content-language': language.locale };
        return new Response(html, { headers });
      },
    });
  };
}
