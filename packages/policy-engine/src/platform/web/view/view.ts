/** A page, and its context for the request that it is rendered for. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { CurrentUser } from '../../users/current-user.ts';
import type { NameOf } from '../../users/names.ts';
import type { Language, TextKey } from '../../i18n/language.ts';
import type { SavedView } from '../../saved-view.ts';
import type { LeftNotice } from '../response/notice.ts';
import type { Appearance } from '../../appearance.ts';

/** The groups of the administrators' navigation, in their order. */
export const navigationGroups = ['work', 'consent', 'data', 'evidence', 'operation'] as const;

/** An entry of the panel's navigation. */
export interface NavigationItem {
  readonly area: 'user' | 'admin';
  /** The group of a page for administrators. Default: none; such pages come first. */
  readonly group?: (typeof navigationGroups)[number];
  /** The smallest comes first, within its group. Default: 100. */
  readonly position?: number;
  /** Path below the mount path, as in `/categories`. */
  readonly path: string;
  readonly label: TextKey;
  /** Whether it is also shown to visitors who are not signed in. Default: false. */
  readonly isPublic?: boolean;
  /** Other paths whose pages belong to this entry. Default: none. */
  readonly covers?: readonly string[];
  /** Whether it is only in the list of all pages (WCAG 2.4.5), because other pages lead to it. Default: false. */
  readonly isOnlyListed?: boolean;
}

/** Passed to every page and component that needs more than its own data. */
export interface View extends Language {
  /** Nonce for `<script nonce>`, empty if no script may run; inline styles and handlers are never allowed. */
  readonly nonce: string;
  readonly user: CurrentUser | null;
  readonly admin: boolean;
  /** The host's name of a user, for administrators' lists of people: those of a page are read together. See `Person`. */
  readonly nameOf: NameOf;
  /** Path below the mount path. */
  readonly path: string;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
  /** URL of one of the panel's assets. */
  readonly asset: (name: string) => string;
  readonly notice: LeftNotice | null;
  /** BCP 47 tags of the languages of the pages. */
  readonly locales: readonly string[];
  readonly navigation: readonly NavigationItem[];
  /** IANA name of the time zone of the engine, in which days are counted. */
  readonly timeZone: string;
  /** IANA name of the zone that the reader chose for times; null without a choice. */
  readonly chosenZone: string | null;
  /** Whether single keys do something, unless the reader turned them off. */
  readonly hasKeys: boolean;
  /** The views of a list that the reader saved, by name; none for those who are no administrators. */
  readonly savedViews: (path: string) => Promise<readonly SavedView[]>;
  /** URL of a list as the reader last filtered and sorted it. @param path below the mount path */
  readonly hrefOfList: (path: string) => string;
  readonly appearance: Appearance;
  readonly loginUrl: string | undefined;
  readonly logoutUrl: string | undefined;
}

/** What a module adds to the layout. */
export interface Page {
  /** Title of the window; the heading is part of the content. */
  readonly title: string;
  readonly content: JSX.Element;
  /** Whether the content itself shows the notice, so that the frame does not. Default: false. */
  readonly saysNotice?: boolean;
  /** Whether the page shows pages of this origin in frames. Default: false. */
  readonly frames?: boolean;
}

/** Renders a page for one request. */
export type PageRenderer = (view: View) => Page | Promise<Page>;
