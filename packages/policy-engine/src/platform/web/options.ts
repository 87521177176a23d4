/** The options of the frame; the engine sets them from its configuration. */
import type { ErrorCodes } from '../../errors/errors.ts';
import type { Appearance } from '../appearance.ts';
import type { WebLogger } from '../logger.ts';
import type { StatusOf } from './response/error-status.ts';
import type { CurrentUser } from '../users/current-user.ts';
import type { NamesOf } from '../users/names.ts';
import type { HostEnv } from '../host-env.ts';
import type { HostTexts, Language } from '../i18n/language.ts';
import type { WriteLimits } from './limits/limits.ts';
import type { Mount } from './routing/mount.ts';
import type { Arrival, Routes } from './routing/route.ts';
import type { Catalogue } from '../i18n/texts/catalogue.ts';
import type { SavedView } from '../saved-view.ts';
import type { NavigationItem } from './view/view.ts';

/** Options of `createWeb`. */
export interface WebOptions {
  /** Mount path, as in `/policies`, where a trailing slash is dropped; or an object that determines it. */
  readonly basePath: string | Mount;
  /** Public origins of the engine; unset: the origin of each request. See `cross-site.ts`. */
  readonly publicOrigins?: readonly string[];
  /** Who is signed in; unset: nobody. Called at most once per request. */
  readonly currentUser?: (request: Request, env: HostEnv) => CurrentUser | null | Promise<CurrentUser | null>;
  /** The host's names of users, for lists of people; unset: pages show IDs. */
  readonly namesOfUsers?: NamesOf;
  /** The views of a list that an administrator saved; unset: none. */
  readonly savedViews?: ((admin: CurrentUser, path: string) => Promise<readonly SavedView[]>) | undefined;
  /** Who may use the admin area; unset: nobody. Called at most once per request. */
  readonly isAdmin?: (user: CurrentUser) => boolean | Promise<boolean>;
  /** BCP 47 tag of the person's language; unset or nothing returned: `Accept-Language`. */
  readonly userLanguage?: (
    request: Request,
    user: CurrentUser | null,
  ) => string | null | undefined | Promise<string | null | undefined>;
  /** Default `en`. */
  readonly defaultLocale?: string;
  /** IANA name of the time zone of displayed times; default `UTC`. */
  readonly timeZone?: string;
  readonly texts?: HostTexts;
  /** Texts of the modules. */
  readonly catalogues?: readonly Catalogue[];
  readonly routes: readonly Routes[];
  /** Codes of errors that modules declare besides the engine's own. */
  readonly errorCodes?: ErrorCodes;
  /**
   * Documents that must be at the root of the site, outside of the mount path: JSON by whole path. The host routes
   * these paths to the engine as well.
   */
  readonly siteDocuments?: ReadonlyMap<string, () => unknown>;
  /** What the script of the banner knows in every page, under its name without a hash; default: nothing. */
  readonly siteFacts?: (() => Promise<unknown>) | undefined;
  /** Maximum size of a request body in bytes; default 256 KiB. A route may allow more. */
  readonly bodyLimit?: number;
  /** Counts unsafe requests of routes, and rejects those over the limit. */
  readonly limits?: WriteLimits;
  /** Called before each response of a route. Default: none. */
  readonly arrivals?: readonly Arrival[];
  /** Called before a request is answered; an error that one throws becomes the response. Default: none. */
  readonly gates?: ReadonlyArray<() => Promise<void>>;
  /** Runs the handler of an unsafe request with its actor. */
  readonly aroundWrite?: <T>(
    writer: { readonly user: CurrentUser | null; readonly ip: string | undefined; readonly requestId: string },
    next: () => T,
  ) => T;
  /** Converts an error if the layers below know more than its code. Default: unchanged. */
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

/** Options with values that are computed from them once. */
export interface WebSettings extends Omit<WebOptions, 'publicOrigins' | 'basePath'> {
  readonly publicOrigins: ReadonlySet<string>;
  readonly logger: WebLogger;
  readonly statusOf: StatusOf;
  readonly chooseLanguage: (wishes: readonly string[]) => Language;
  /** Tags of the available languages. */
  readonly locales: readonly string[];
  readonly navigation: readonly NavigationItem[];
}
