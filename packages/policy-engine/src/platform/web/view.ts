/** What a page is and what it is told about the request it is drawn for. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { CurrentUser } from '../users/current-user.ts';
import type { Language, TextKey } from '../i18n/language.ts';
import type { LeftNotice } from './notice.ts';
import type { Appearance } from '../appearance.ts';

/** A place in the panel's navigation. */
export interface NavigationItem {
  readonly area: 'user' | 'admin';
  /** The smallest comes first. Default: 100. */
  readonly position?: number;
  /** Path below the mount path, as in `/categories`. */
  readonly path: string;
  readonly label: TextKey;
  /** Whether it is there for who is not signed in, too. Default: false. */
  readonly isPublic?: boolean;
  /** Other paths whose pages belong to this place. Default: none. */
  readonly covers?: readonly string[];
}

/** Handed to every page and component that needs more than its own data. */
export interface View extends Language {
  /** Nonce for `<script nonce>`, empty if no script may run; inline styles and handlers are never allowed. */
  readonly nonce: string;
  readonly user: CurrentUser | null;
  readonly admin: boolean;
  /** Path below the mount path. */
  readonly path: string;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
  /** URL of one of the panel's assets. */
  readonly asset: (name: string) => string;
  readonly notice: LeftNotice | null;
  /** BCP 47 tags of the languages that pages can be read in. */
  readonly locales: readonly string[];
  readonly navigation: readonly NavigationItem[];
  /** IANA name of the zone that times are shown in. */
  readonly timeZone: string;
  readonly appearance: Appearance;
  readonly loginUrl: string | undefined;
  readonly logoutUrl: string | undefined;
}

/** What a module puts into the layout. */
export interface Page {
  /** Title of the window; the heading is part of the content. */
  readonly title: string;
  readonly content: JSX.Element;
  /** Whether the content itself says what just happened, so that the frame does not. Default: false. */
  readonly saysNotice?: boolean;
}

/** Draws a page for one request. */
export type PageRenderer = (view: View) => Page | Promise<Page>;
