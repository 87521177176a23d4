import { defineModule, type Module } from '../../kernel/module.ts';
import { Cookies } from '../../platform/web/request/cookies.ts';
import { CookieKeys } from './keys.ts';
import { browsersOptions, cookiesFit } from './options.ts';
import { CookiePlaces } from './place.ts';
import { BrowserService } from './service.ts';
import { hasSignedCookies } from './signed-cookie.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';

/** Decisions of browsers, and which of them are proved: signed cookies of visitors without an account. */
export const browsersModule: Module<'browsers'> = defineModule({
  id: 'browsers',
  options: browsersOptions,
  relations: [cookiesFit],
  create({ options, database, naming, now, asSent, environment, logger }) {
    const keys = new CookieKeys({ database, naming, now, secrets: options.cookieSecret });
    const { cookieDomain: domain, embeddable, unprovedCookies } = options;
    const places = new CookiePlaces({ domain, embeddable, isProduction: environment === 'production', logger });
    const browsers = new BrowserService({ keys, unprovedCookies, places, now });
    return {
      service: browsers,
      arrival: (sender) => (hasSignedCookies(sender.cookies) ? Promise.resolve(browsers.of(sender)) : undefined),
      members: {
        async signedOut(given) {
          const { request } = asSent(given);
          const cookies = new Cookies(request.headers.get('cookie'));
          await browsers.of({ user: null, cookies, request });
          return cookies.changes();
        },
      },
    };
  },
});
