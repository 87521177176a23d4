import { defineModule, type Module } from '../../module.ts';
import { Cookies } from '../../platform/web/cookies.ts';
import { CookieKeys } from './keys.ts';
import { browsersOptions } from './options.ts';
import { BrowserService } from './service.ts';
import { hasSignedCookies } from './signed-cookie.ts';

declare module '../../module.ts' {
  interface Services {
    readonly browsers: BrowserService;
  }
  interface EngineMembers {
    /**
     * Call this when you sign people out: it removes the decisions of their account from their browser. Otherwise the engine does
     * so with its next response.
     *
     * @returns `Set-Cookie` values; append them to the response that ends the session
     * @example
     * ```ts
     * for (const cookie of await engine.signedOut(request)) response.append('Set-Cookie', cookie);
     * ```
     */
    signedOut(request: Request): Promise<string[]>;
  }
}
/** Decisions of browsers, and which of them are proved: signed cookies of visitors without an account. */
export const browsersModule: Module<'browsers'> = defineModule({
  id: 'browsers',
  options: browsersOptions,
  create({ options, database, naming, now, asSent }) {
    const keys = new CookieKeys({ database, naming, now, secrets: options.cookieSecret });
    const browsers = new BrowserService({ keys, unprovedCookies: options.unprovedCookies });
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
