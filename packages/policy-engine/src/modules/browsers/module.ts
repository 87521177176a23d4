import { defineModule, type Module } from '../../kernel/module.ts';
import { Cookies } from '../../platform/web/cookies.ts';
import { CookieKeys } from './keys.ts';
import { browsersOptions } from './options.ts';
import { BrowserService } from './service.ts';
import { hasSignedCookies } from './signed-cookie.ts';
import type { CookieSecret } from './options.ts';

type Shapes = typeof browsersOptions;

declare module '../../kernel/module.ts' {
  interface Services {
    readonly browsers: BrowserService;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /**
     * Key that signs the cookies of visitors, 32 characters or more; a list has the current key first, then earlier ones.
     * Default: a key is generated and stored in the database.
     */
    readonly cookieSecret?: CookieSecret;
    /**
     * How to treat a cookie `policy_rule_<name>` that the engine did not record. `count`: its scripts render, and the
     * banner asks again. `ignore`: the rule counts as undecided. In neither case is the cookie evidence. Default:
     * `count`.
     */
    readonly unprovedCookies?: 'count' | 'ignore';
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
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
  create({ options, database, naming, now }) {
    const keys = new CookieKeys({ database, naming, now, secrets: options.cookieSecret });
    const browsers = new BrowserService({ keys, unprovedCookies: options.unprovedCookies });
    return {
      service: browsers,
      arrival: (sender) => (hasSignedCookies(sender.cookies) ? Promise.resolve(browsers.of(sender)) : undefined),
      members: {
        async signedOut(request) {
          const cookies = new Cookies(request.headers.get('cookie'));
          await browsers.of({ user: null, cookies, request });
          return cookies.changes();
        },
      },
    };
  },
});
