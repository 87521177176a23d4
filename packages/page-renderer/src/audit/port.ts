/** What an audit does through the service. */
import type { CheckedLink } from '../crawl/link-check.ts';
import type { Opened } from '../judgements/gather.ts';
import type { JudgedPage } from '../judgements/evidence/judgement.ts';
import type { Verdict } from '../kernel/verdicts.ts';

/** A page as it was rendered for an audit. */
export interface AuditedRender extends Pick<
  JudgedPage,
  'url' | 'addresses' | 'status' | 'people' | 'headers' | 'varying'
> {
  readonly verdict: Verdict;
  /** Where it redirects to, absolute; undefined if it does not. */
  readonly location: string | undefined;
  /** Undefined for a redirect, and for what is not a page. */
  readonly html: string | undefined;
  /** For how many milliseconds its server wants to be left alone; undefined if it does not say so. */
  readonly retryAfter: number | undefined;
}

/** See the head of the file. */
export interface AuditPort {
  /** The address under which a page is rendered and cached; undefined for one that may not be rendered. */
  addressOf(url: URL): string | undefined;
  /**
   * Renders a page, and caches the result.
   *
   * @param from the address where the audit begins: what is found from there gets no further than it
   * @throws {RendererError}
   */
  render(from: URL, url: URL, signal: AbortSignal): Promise<AuditedRender>;
  /**
   * Where links to other hosts lead: as if the start page requested them, slowly, within robots.txt.
   *
   * @returns each once
   */
  checkLinks(from: URL, links: readonly string[], signal: AbortSignal): Promise<readonly CheckedLink[]>;
  /** Renders a page to compare it. @throws with a message for people */
  open(from: URL, url: URL, signal: AbortSignal): Promise<Opened>;
}
