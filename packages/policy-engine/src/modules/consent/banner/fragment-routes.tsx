/**
 * Pieces of HTML that scripts fetch: the banner, for pages that are the same for everybody, and the texts of the placeholders of
 * embedded frames, for pages that have one.
 */
import { z } from '@hono/zod-openapi';
import type { LookIn } from '../../appearance/index.ts';
import type { Devices } from '../devices/devices.ts';
import type { ConsentSettingsService } from './service.ts';
import { acceptedLanguages, type Language } from '../../../platform/i18n/language.ts';
import type { Routes } from '../../../platform/web/index.ts';
import { localPath } from '../../../platform/web/index.ts';
import { bannerHtml } from './banner.tsx';
import type { BannerRecords } from './records.ts';
import { EmbedWords } from './views/embed-words.tsx';

/** What the route works with. */
export interface BannerRoutesOptions {
  readonly consentSettings: ConsentSettingsService;
  readonly look: LookIn;
  readonly records: BannerRecords;
  readonly chooseLanguage: (wishes: readonly string[]) => Language;
  readonly devices: Pick<Devices, 'isUntold'>;
}

const NOT_RECORDED: Pick<BannerRecords, 'html'> = { html: (props, draw) => draw(props, props.look.appearance) };

/** Depends on the language alone, so that shared caches may keep it. */
const WORDS_CACHE = 'public, max-age=600, must-revalidate';

/** `GET /consent/banner` and `GET /consent/embed`. */
export function bannerRoutes({ consentSettings, look, records, chooseLanguage, devices }: BannerRoutesOptions): Routes {
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
        // A request of another site changes nothing; its banner names the version of the appearance.
        const recording = call.isForeign() ? NOT_RECORDED : records;
        const wishes = acceptedLanguages(call.request.headers.get('accept-language'));
        const drawn = {
          language,
          wishes,
          chooseLanguage,
          href,
          look: await look(language.locale),
          records: recording,
          isSignedIn: call.user !== null,
          isUntold: await devices.isUntold(call, found),
        };
        const html = await bannerHtml(
          { settings: found, cookies, ...drawn },
          { returnTo: localPath(call.query.return_to, '/') },
        );
        const headers = { 'content-type': 'text/html; charset=utf-8', 'content-language': language.locale };
        return new Response(html, { headers });
      },
    });
    app.route({
      method: 'get',
      path: '/consent/embed',
      id: 'embedWords',
      summary: 'The words in the place of an embedded frame that waits for consent, as a piece of HTML',
      tags: ['Consent'],
      access: 'public',
      query: z.object({
        locale: z
          .string()
          .max(35)
          .optional()
          .openapi({ description: "BCP 47 tag; default: the engine's own language" }),
      }),
      answer: { description: 'One `template` element', html: 'page' },
      handle: async ({ query: { locale } }) => {
        const language = chooseLanguage(locale === undefined ? [] : [locale]);
        const headers = {
          'content-type': 'text/html; charset=utf-8',
          'content-language': language.locale,
          'cache-control': WORDS_CACHE,
        };
        // A promise if a component is asynchronous; the types do not say so.
        const node: { toString(): string | Promise<string> } = EmbedWords({ language });
        return new Response(await node.toString(), { headers });
      },
    });
  };
}
