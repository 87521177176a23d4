/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { View } from '../../platform/web/index.ts';
import type { EngineTerms } from './engine-terms.ts';
import type { TermsService } from './service.ts';
import type { VersionFigures } from './version-figures.ts';
import type { JSX } from 'hono/jsx/jsx-runtime';

export type { EngineTerms } from './engine-terms.ts';
export { bestTag, canonicalTag, languageName, type ReadableText, textFor, textsOf } from './translations/languages.ts';
export { type LoggedText, LoggedTextStore } from './publishing/logged-texts.ts';
export { markdownToHtml } from './markdown/markdown.ts';
export { publishedText, publishedTexts } from './publishing/published-texts.ts';
export { readTextFolder } from './publishing/text-folder.ts';
export { renderedDifference } from './comparison/rendered-difference.ts';
export type { TermsService } from './service.ts';
export { isPublished, type TermInForce } from './term.ts';
export type { VersionFigures } from './version-figures.ts';

declare module '../../kernel/module.ts' {
  interface Services {
    readonly terms: TermsService;
  }
  interface Hooks {
    /** Something that administrators should check, shown above the list of policies. */
    adminNotice(view: View): Promise<JSX.Element>;
    /** The decisions on the versions of a rule, or of every rule. */
    versionFigures(rule: string | null): Promise<readonly VersionFigures[]>;
  }
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /** The texts of the rules: list, write, publish, import. */
    readonly terms: EngineTerms;
    /**
     * The text of a rule that is in force, as HTML that is safe in any page of the host: headings from `h2`, no raw HTML.
     *
     * @param options.locale the reader's language, a BCP 47 tag: the best matching translation (`fr-CA`, otherwise `fr`),
     * otherwise the text in the engine's default locale. Pass the same tag as evidence to `recordPolicies`.
     * @throws {PolicyEngineError} 404 `missing_term` while the rule has no text in force, 404 `not_found` for an unknown rule
     */
    renderTerm(rule: RuleName, options?: { readonly locale?: string | readonly string[] }): Promise<string>;
  }
}
