/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { CookieSecret, browsersOptions } from './options.ts';
import type { BrowserService } from './service.ts';

export type { Browser, MadeThen, RecordedDecision } from './browser.ts';
export { engineCookieNames } from './cookie-names.ts';
export { keptVendors, NO_VENDOR, saidOfVendor } from './kept-vendors.ts';
export { placed } from './place.ts';
export { decisionsText, readRuleCookies } from './rule-cookies.ts';
export type { BrowserService } from './service.ts';

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
    /**
     * Domain whose hosts share the decisions of a browser, such as `.shop.example` for `shop.example` and `www.shop.example`. Every
     * host below it can read, write and forge them. Default: each host has its own.
     */
    readonly cookieDomain?: string;
    /**
     * Whether other sites show this one in frames: the cookies of a decision are written `SameSite=None; Secure; Partitioned`, so that
     * browsers keep them there. Needs https. Default: false.
     */
    readonly embeddable?: boolean;
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
