/** The banner as a piece of HTML, for pages that are the same for everybody: their script fetches it. */
import { z } from '@hono/zod-openapi';
import type { ConsentSettingsService } from './service.ts';
import type { Routes } from '../../../platform/web/index.ts';
import { localPath } from '../../../platform/web/index.ts';
import { bannerHtml } from './banner.tsx';

/** `GET /consent/banner`. */
export function bannerRoutes({ consentSettings }: { readonly consentSettings: ConsentSettingsService }): Routes {
  return (app) => {
    app.route({
      method: 'get',
      path: '/consent/banner',
      id: 'consentBanner',
      summary: 'The banner as a piece of HTML, without a page around it',
      tags: ['Consent'],
      access: 'public',
      query: z.object({ return_to: z.string().max(2000).optional() }),
      answer: {
        description: 'One `policy-consent` element; 204 where there is nothing to decide, or nobody to ask',
        html: 'page',
      },
      otherResponses: { 204: { description: 'There is nothing to decide, or the page is rendered for bots' } },
      handle: async (call) => {
        if (consentSettings.isHiddenFrom(call)) return new Response(null, { status: 204 });
        const found = await consentSettings.of(call);
        if (found.rules.length === 0) return new Response(null, { status: 204 });
        const language = await call.language();
        const sources = { settings: found, cookies: call.cookies, language, href: call.href };
        const html = await bannerHtml(sources, { returnTo: localPath(call.query.return_to, '/') });
        const headers = { 'content-type': 'text/html; charset=utf-8', 'content-language': language.locale };
        return new Response(html, { headers });
      },
    });
  };
}
