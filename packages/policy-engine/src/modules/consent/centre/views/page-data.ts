/** What the privacy centre shows, and its address. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { listPath } from '../../../../platform/web/index.ts';
import type { NecessaryCookieJson } from '../../necessary/declaration.ts';
import type { Centre } from '../service.ts';

/** Makes safe HTML of a text, as `TermsService.html` does. */
export type HtmlOf = (text: { readonly markdown: string }) => string;

/** A part of the page. */
export interface DrawnPart {
  readonly id: string;
  readonly heading: string;
  readonly content: JSX.Element;
}

/** A part that another module renders. */
export interface DrawnSection extends DrawnPart {
  /** Whether it stands before what is asked. */
  readonly isFirst: boolean;
}

/** What the page shows. */
export interface CentrePage {
  readonly centre: Centre;
  /** Cookies that need no consent. */
  readonly necessary: readonly NecessaryCookieJson[];
  readonly html: HtmlOf;
  /** Where the person came from; empty for nowhere. */
  readonly returnTo: string;
  /** Parts of other modules; none for a visitor without an account. */
  readonly sections: readonly DrawnSection[];
}

/** Path of the page, for forms that lead back to it. */
export function centrePath(returnTo: string, locale?: string): string {
  return listPath('/privacy', { return_to: returnTo, locale });
}
