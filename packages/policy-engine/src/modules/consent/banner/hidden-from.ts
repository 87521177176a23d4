/**
 * Who is not asked for consent: bots, and renderers, which open pages for bots. Their output goes to many readers, and nobody can
 * answer there. Hiding the banner is not consent: scripts that wait for consent stay inactive, and nothing is recorded.
 */
import { atOnce } from '../../../platform/answered.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { BannerLayout, BannerSide } from '../../appearance/index.ts';

/** Where the banner is shown, and how. */
export interface BannerOptions {
  /**
   * Along the lower edge of the window (`bar`), in a lower corner (`corner`), or as a modal dialog over the page (`dialog`).
   * Default: `bar`.
   */
  readonly layout?: BannerLayout;
  /** In which corner: where lines begin (`start`), or where they end. Default: `end`. */
  readonly side?: BannerSide;
  /**
   * Whether a request comes from a bot, which is shown no banner. Default: never.
   *
   * @example
   * ```ts
   * import { isAgent } from 'render-middleware';
   * const banner = { isBot: (request) => isAgent(request.headers.get('user-agent') ?? '') };
   * ```
   */
  readonly isBot?: (request: Request) => boolean;
  /**
   * Words of the user agents that the banner is hidden from, case-insensitive. An empty list shows it to everybody. A visitor who
   * sends such a name sees no banner and gets nothing that needs consent; the settings page still works for them. Default:
   * `['page-renderer']`.
   */
  readonly hideFrom?: readonly string[];
}

/** The renderers that are known by default. */
export const RENDERERS: readonly string[] = ['page-renderer'];

/** The characters of a word of a user agent: those of a token (RFC 9110 §5.6.2). */
const WORD = /^[!#$%&'*+\-.^_`|~\w]{1,64}$/;
const BETWEEN_WORDS = /[^!#$%&'*+\-.^_`|~\w]+/;

/** Why a text is not a valid word of a user agent; null for a valid one. */
export function wordFault(text: string): string | null {
  if (!WORD.test(text)) return `${JSON.stringify(text)} is not one word of a user agent`;
  return /^mozilla$/i.test(text) ? `${JSON.stringify(text)} is in the user agents of all browsers` : null;
}

/** A function that fails does not hide the question. */
function says(isBot: NonNullable<BannerOptions['isBot']>, request: Request, logger: WebLogger): boolean {
  try {
    const answer = atOnce(isBot(request));
    if (typeof answer !== 'object' || answer === null) return answer === true;
    throw new TypeError('banner.isBot must return a boolean; it returned an object, or a promise');
  } catch (error) {
    logger.error('banner.isBot failed: the banner is shown', { error });
    return false;
  }
}

/** Whether a request comes from a bot, or from a page that is rendered for one. */
export type IsRender = (request: Request | null | undefined) => boolean;

/**
 * Recognises requests of bots: as the host declares, by the user agent of a renderer, or by the header `X-Prerender`, which
 * page-renderer and Prerender send when another user agent replaces theirs.
 */
export function rendersOf(
  { hideFrom, isBot }: { hideFrom: readonly string[]; isBot?: BannerOptions['isBot'] },
  logger: WebLogger,
): IsRender {
  const known = new Set(hideFrom.map((word) => word.toLowerCase()));
  return (request) => {
    if (request === null || request === undefined) return false;
    if (isBot !== undefined && says(isBot, request, logger)) return true;
    if (known.size === 0) return false;
    const words = (request.headers.get('user-agent') ?? '').toLowerCase().split(BETWEEN_WORDS);
    return words.some((word) => known.has(word)) || request.headers.has('x-prerender');
  };
}
