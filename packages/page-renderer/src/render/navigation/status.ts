import { isRedirectStatus, leadsElsewhere, resolvedHeader } from '../../headers/page.ts';
import type { PageMetas } from '../../page/index.ts';
import type { Hop } from '../job/job.ts';
import type { RenderSettings } from '../job/options.ts';

/** Who set the status of a result: the target's server, or the page with a meta tag. */
export type StatusSource = 'target' | 'page';

/** The status of a result, and who set it. */
export interface ResultStatus {
  status: number;
  statusFrom: StatusSource;
}

/**
 * The status the result is answered with (spec: R-render-status, R-render-status-meta): that of the target's first answer,
 * and where it is 200 or 304 the one in the page's `render:status_code` meta. A 304 counts as 200, because whoever
 * asked us sent the target no validator. Where the page itself goes on to an answer that is an error, it is that one's.
 *
 * @param statusMetas contents of the page's metas, of which the first that {@link isPageStatus} accepts is used
 * @param redirects with `final`, it is the status of the answer that the target's redirects lead to
 */
export function resultStatus(
  hops: readonly Hop[],
  statusMetas: ReadonlyArray<string | null>,
  redirects?: RenderSettings['redirects'],
): ResultStatus {
  const counted = redirects === 'final' ? hops.find((hop) => !isRedirect(hop)) : hops[0];
  const last = hops.at(-1);
  const document = hops.findIndex((hop) => !isRedirect(hop));
  const ofTarget = (status: number): ResultStatus => ({ status, statusFrom: 'target' });
  // A script or a meta of the page has led to an error page, which is what there is to see.
  if (document !== -1 && hops.length - 1 > document && last && last.status >= 400) return ofTarget(last.status);
  const first = (counted ?? hops[0])?.status ?? 200;
  if (first !== 200 && first !== 304) return ofTarget(first);
  const wanted = statusMetas.find(isPageStatus);
  return wanted === undefined ? ofTarget(200) : { status: Number(wanted), statusFrom: 'page' };
}

/** What a page says of its answer with its meta tags, and its address, to which a `Location` may be relative. */
export interface SaidBy extends Pick<PageMetas, 'statusCode' | 'prerenderStatusCode' | 'headers' | 'prerenderHeaders'> {
  url: string;
}

/** The status of a result, and the headers that its pages set. */
export interface AnswerSaid extends ResultStatus {
  /** Contents of meta tags, each `Name: value`. */
  headerMetas: readonly string[];
}

/**
 * The same for pages with their metas, in either dialect. A status that leads elsewhere counts only with a `Location` of the same page
 * that may be passed on, as half of the pair would lead nowhere. A page that went on to another counts first: it is the one that was
 * asked for. It says something only with another status than 200, which templates have in advance.
 *
 * @param pages in the order in which they were shown; the last is the one that is there
 * @param redirects see {@link resultStatus}
 */
export function answerSaid(
  hops: readonly Hop[],
  pages: readonly SaidBy[],
  redirects?: RenderSettings['redirects'],
): AnswerSaid {
  const before = pages.slice(0, -1).find((page) => statusesOf(page).some((status) => Number(status) !== 200));
  const speaker = before ?? pages.at(-1);
  // Where the page goes on to an error, what it had said before counts.
  const counted = before ? hops.slice(0, hops.findIndex((hop) => !isRedirect(hop)) + 1) : hops;
  const status = resultStatus(counted, speaker ? statusesOf(speaker) : [], redirects);
  if (pages.length < 2) return { ...status, headerMetas: pages.flatMap(headersOf) };
  // Of headers that may occur only once, such as Location, the first counts.
  const inOrder = [...pages.filter((page) => page === speaker), ...pages.filter((page) => page !== speaker)];
  const resolved = inOrder.flatMap((page) => headersOf(page).map((content) => resolvedHeader(content, page.url)));
  return { ...status, headerMetas: [...new Set(resolved)] };
}

/** The same for the one page of a result. */
export function statusOfPage(
  hops: readonly Hop[],
  metas: Omit<SaidBy, 'url'>,
  redirects?: RenderSettings['redirects'],
): ResultStatus {
  const { status, statusFrom } = answerSaid(hops, [{ ...metas, url: hops.at(-1)?.url ?? '' }], redirects);
  return { status, statusFrom };
}

function headersOf({ headers, prerenderHeaders }: SaidBy): string[] {
  return [...headers, ...prerenderHeaders];
}

/** The statuses that a page can have and has said. */
function statusesOf(page: SaidBy): string[] {
  const said = [page.statusCode, page.prerenderStatusCode].filter(isPageStatus);
  const leads = leadsElsewhere(headersOf(page), page.url);
  return leads ? said : said.filter((one) => !isRedirectStatus(Number(one)));
}

/**
 * Whether the content of a meta is a status that a page can have: 200 to 599, except for those that only answer a condition or
 * a range of the request (RFC 9110 §15.3.7, §15.4.5, §15.5.17), because the page has seen neither.
 */
export function isPageStatus(content: string | null | undefined): content is string {
  return /^\s*(?!206|304|416)[2-5]\d\d\s*$/.test(content ?? '');
}

/** A redirect that leads somewhere (RFC 9110 §15.4). */
export function isRedirect(hop: Hop): boolean {
  return isRedirectStatus(hop.status) && hop.headers['location'] !== undefined;
}
