import type { ModuleContext } from '../../../kernel/module.ts';
import { Cookies } from '../../../platform/web/request/cookies.ts';
import type { CurrentUser } from '../../../platform/users/current-user.ts';
import type { HostEnv } from '../../../platform/host-env.ts';
import { acceptedLanguages } from '../../../platform/i18n/language.ts';
import { normalizeMount } from '../../../platform/web/routing/mount.ts';
import type { LookIn } from '../../appearance/index.ts';
import type { BannerRecords } from '../banner/records.ts';
import type { ConsentSettingsService } from '../banner/service.ts';
import type { Devices } from '../devices/devices.ts';
import type { FoundCookiesService } from '../found-cookies/service.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { ConsentService } from '../service.ts';
import type { RequirePoliciesSettings } from './require-policies.ts';
import { type ConsentContext, LazyConsentContext } from './consent-context.ts';
import type { PageCachings } from './page-caching.ts';

/** What the consent context of a request needs. */
export interface ContextParts {
  readonly consents: ConsentService;
  readonly scripts: ScriptService;
  readonly consentSettings: ConsentSettingsService;
  readonly look: LookIn;
  readonly foundCookies: FoundCookiesService;
  readonly records: BannerRecords;
  readonly pageCachings: PageCachings;
  /** Whether a rule sells data. */
  readonly sells: boolean;
  readonly devices: Devices;
}

/** Creates the consent context of a request of the host's own pages. */
export function contexts(
  context: ModuleContext,
  { consents, scripts, consentSettings, look, foundCookies, records, pageCachings, sells, devices }: ContextParts,
): (request: Request, env?: HostEnv) => ConsentContext {
  const { options, language: choose, currentUser, mountPath, asSent } = context;
  const requirePolicies: RequirePoliciesSettings = {
    get basePath() {
      return mountPath();
    },
    allowlist: [options.loginUrl, options.logoutUrl].filter((address) => address !== undefined),
    language: (accepted) => choose(acceptedLanguages(accepted)),
  };
  return (received, receivedEnv) => {
    const { request, env } = asSent(received, receivedEnv);
    const cookies = new Cookies(request.headers.get('cookie'));
    let user: Promise<CurrentUser | null> | undefined;
    const userOnce = () => (user ??= currentUser(request, env));
    const language = async () => {
      const wish = await options.userLanguage?.(request, await userOnce());
      return choose(wish ? [wish] : acceptedLanguages(request.headers.get('accept-language')));
    };
    const href = (path: string) => (env.mountPath === undefined ? mountPath() : normalizeMount(env.mountPath)) + path;
    return new LazyConsentContext({
      request,
      env,
      cookies,
      consents,
      scripts,
      consentSettings,
      look,
      foundCookies,
      records,
      sells,
      devices,
      chooseLanguage: choose,
      requirePolicies,
      language,
      href,
      user: userOnce,
      // Of what the adapter passed: a copy of it has no methods.
      rendered: (isActive) => receivedEnv?.rendered?.(pageCachings.page(new URL(request.url).pathname, isActive)),
    });
  };
}
