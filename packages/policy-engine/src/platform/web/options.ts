/** What the frame needs to know; the engine fills it from its configuration. */
import type { ErrorCodes } from '../../errors.ts';
import type { Appearance } from '../appearance.ts';
import type { WebLogger } from '../logger.ts';
import type { StatusOf } from './error-status.ts';
import type { CurrentUser } from '../users/current-user.ts';
import type { HostEnv } from '../host-env.ts';
import type { HostTexts, Language } from '../i18n/language.ts';
import type { WriteLimits } from './limits/limits.ts';
import type { Mount } from './mount.ts';
import type { Arrival, Routes } from './route.ts';
import type { Catalogue } from '../i18n/texts/catalogue.ts';
import type { NavigationItem } from './view.ts';

/** Options of `createWeb`. */
export interface WebOptions {
  /** Path the engine is mounted at, as in `/policies`; a trailing slash is dropped. Or what learns it. */
  readonly basePath: string | Mount;
  /** Origins under which people see the engine; unset: the origin of each request. See `cross-site.ts`. */
  readonly publicOrigins?: readonly string[];
  /** Who is signed in; unset: nobody. Called at most once per request. */
  readonly currentUser?: (request: Request, env: HostEnv) => CurrentUser | null | Promise<CurrentUser | null>;
  /** Who may use the admin area; unset: nobody. Called at most once per request. */
  readonly isAdmin?: (user: CurrentUser) => boolean | Promise<boolean>;
  /** BCP 47 tag of the person's language; unset or nothing returned: `Accept-Language`. */
  readonly userLanguage?: (
    request: Request,
    user: CurrentUser | null,
  ) => string | null | undefined | Promise<string | null | undefined>;
  /** Default `en`. */
  readonly defaultLocale?: string;
  /** IANA name of the zone that times are shown in; default `UTC`. */
  readonly timeZone?: string;
  readonly texts?: HostTexts;
  /** Texts of the modules. */
  readonly catalogues?: readonly Catalogue[];
  readonly routes: readonly Routes[];
  /** Codes of errors that modules declare beside the engine's own. */
  readonly errorCodes?: ErrorCodes;
  /**
   * Documents that have to be at the root of the site, outside of the mount path: JSON by whole path. A host leads
   * these paths here as well.
   */
  readonly siteDocuments?: ReadonlyMap<string, () => unknown>;
  /** Bytes a request body may have; default 256 KiB. A route may allow more. */
  readonly bodyLimit?: number;
  /** Counts unsafe requests that a route takes, and refuses what is too much. */
  readonly limits?: WriteLimits;
  /** Called before each answer of a route. Default: none. */
  readonly arrivals?: readonly Arrival[];
  /** Asked before a request is answered; what one throws is the answer. Default: none. */
  readonly gates?: ReadonlyArray<() => Promise<void>>;
  /** Runs the handler of an unsafe request, to note who is at work. */
  readonly aroundWrite?: <T>(
    writer: { readonly user: CurrentUser | null; readonly ip: string | undefined; readonly requestId: string },
    next: () => T,
  ) => T;
  /** What an error is answered as, where the layers below know better than its code. Default: as it is. */
  readonly translateError?: (error: unknown) => unknown;
  /** Default: one line of JSON on `console.error`. */
  readonly logger?: WebLogger;
  readonly appearance?: Appearance;
  readonly loginUrl?: string;
  readonly logoutUrl?: string;
  /** Who may show the pages in a frame; default `none`. */
  readonly frameAncestors?: 'none' | 'self';
  /** Title and version in the OpenAPI document. */
  readonly info?: { readonly title: string; readonly version: string };
}

/** Options with what is computed of them once. */
export interface WebSettings extends Omit<WebOptions, 'publicOrigins' | 'basePath'> {
  readonly publicOrigins: ReadonlySet<string>;
  readonly logger: WebLogger;
  readonly statusOf: StatusOf;
  readonly chooseLanguage: (wishes: readonly string[]) => Language;
  /** Tags of the languages there are. */
  readonly locales: readonly string[];
  readonly navigation: readonly NavigationItem[];
}
