/** Whether search engines may index an address, and why. */
import { STATUS_CODES } from 'node:http';
import { linksIn } from '../../../judgements/evidence/links.ts';
import { isNoindex } from '../../../judgements/evidence/robots-rules.ts';
import { inOneSpelling } from '../../../kernel/url.ts';
import type { RobotsSaid } from '../../../crawl/site-checks.ts';
import type { Explanation } from '../../explain/explanation/explanation.ts';
import type { Tone } from '../../pages/texts.ts';

/** `yes`: nothing speaks against it; `elsewhere`: another address is indexed in its place; `unknown`: there is nothing to judge. */
export interface Indexing {
  readonly outcome: 'yes' | 'no' | 'elsewhere' | 'unknown';
  /** The reason, for people. */
  readonly reason: string;
}

/** A short form and its tone, by outcome. */
export const INDEXING_TEXTS: Readonly<Record<Indexing['outcome'], { tone: Tone; label: string }>> = {
  yes: { tone: 'success', label: 'May be indexed' },
  no: { tone: 'danger', label: 'Not indexed' },
  elsewhere: { tone: 'warning', label: 'Indexed elsewhere' },
  unknown: { tone: 'neutral', label: 'Not known' },
};

/** Statuses with which a page is only temporarily not there, so that search engines keep what they have for some time. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

type Told = Omit<Explanation, 'conclusion'>;
type Judge = (told: Told, robotsTxt: RobotsSaid | null, base: string | undefined) => Indexing | undefined;

/**
 * @param robotsTxt what the robots.txt of the site says to search engines
 * @param base what addresses in the page are relative to; default: its own address
 */
export function indexingOf(told: Told, robotsTxt: RobotsSaid | null, base?: string): Indexing {
  for (const judge of JUDGES) {
    const indexing = judge(told, robotsTxt, base);
    if (indexing) return indexing;
  }
  return whole(told, robotsTxt, base);
}

/** The first that applies decides: each makes those that follow unimportant. */
const JUDGES: readonly Judge[] = [
  ours,
  forbidden,
  errorStatus,
  redirected,
  notAPage,
  noindex,
  soft404,
  blank,
  canonical,
];

const no = (reason: string): Indexing => ({ outcome: 'no', reason });

/** An error of this service says nothing about the page. */
function ours({ error, target }: Told): Indexing | undefined {
  if (!error || target.classification === 'not-a-page') return undefined;
  return { outcome: 'unknown', reason: 'The address could not be rendered, so there is no page to judge.' };
}

function forbidden(_: Told, robotsTxt: RobotsSaid | null): Indexing | undefined {
  if (robotsTxt?.isAllowed !== false) return undefined;
  return no(
    'The robots.txt of the site forbids Googlebot to request it. Without its content, at most its address is listed.',
  );
}

function errorStatus({ answer: { status } }: Told): Indexing | undefined {
  if (status < 400) return undefined;
  const named = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const later = TEMPORARY.has(status)
    ? ' Search engines come back later, and remove the page if that does not change.'
    : '';
  return no(`Bots are answered ${named}.${later}`);
}

function redirected({ answer, target }: Told): Indexing | undefined {
  if (answer.status < 300) return undefined;
  const [, location] = answer.headers.find(([name]) => name.toLowerCase() === 'location') ?? [];
  const to = location ?? target.hops.at(-1)?.url;
  return {
    outcome: 'elsewhere',
    reason: `It redirects${to === undefined ? '' : ` to ${to}`}, which is indexed in its place.`,
  };
}

function notAPage({ target, page }: Told): Indexing | undefined {
  if (page) return undefined;
  return { outcome: 'unknown', reason: `It is not the address of a page. ${target.sentence}` };
}

function noindex({ headers, page }: Told): Indexing | undefined {
  const header = headers.find(({ name, passed, value }) => name === 'x-robots-tag' && passed && isNoindex(value ?? ''));
  const tag = page?.robots.find(({ content }) => isNoindex(content));
  if (header) return no(`The header X-Robots-Tag says “${header.value}”.`);
  return tag ? no(`<meta name="${tag.name}"> says “${tag.content}”.`) : undefined;
}

function soft404({ judgements }: Told): Indexing | undefined {
  const found = judgements.some(({ name, outcome }) => name === 'soft-404' && outcome === 'found');
  return found ? no('It looks like a page that does not exist although it is answered 200 (a soft 404).') : undefined;
}

function blank({ verdict }: Told): Indexing | undefined {
  return verdict?.name === 'blank' ? no('The rendered page shows nothing.') : undefined;
}

function canonical(told: Told, _: RobotsSaid | null, base: string | undefined): Indexing | undefined {
  const url = canonicalOf(told, base);
  if (url === undefined || url.isOwn) return undefined;
  return {
    outcome: 'elsewhere',
    reason: `Its canonical link names ${url.href}, which search engines show in its place.`,
  };
}

/**
 * Where the canonical link of a page leads, or that of its server; undefined if there is none, or it is no address.
 *
 * @param base as of {@link indexingOf}
 */
export function canonicalOf(
  { page, target, request, headers }: Pick<Told, 'page' | 'target' | 'request' | 'headers'>,
  base?: string,
): { readonly href: string; readonly isOwn: boolean } | undefined {
  const last = target.hops.at(-1)?.url ?? request.target;
  const sent = headers
    .filter(({ name, passed }) => name === 'link' && passed)
    .flatMap(({ value }) => linksIn(value ?? '', 'canonical'));
  const href = page?.canonical
    ? URL.parse(page.canonical, base ?? last)?.href
    : page && sent[0] && URL.parse(sent[0].href, last)?.href;
  if (typeof href !== 'string') return undefined;
  const plain = (url: string) => {
    const parsed = URL.parse(url);
    return parsed ? inOneSpelling(parsed) : url;
  };
  const isOwn = [last, request.target, request.url, request.normalized].map(plain).includes(plain(href));
  return { href, isOwn };
}

function whole(told: Told, robotsTxt: RobotsSaid | null, base: string | undefined): Indexing {
  const own = canonicalOf(told, base)
    ? 'its canonical link names this address'
    : 'it names no other address as canonical';
  const robots = robotsTxt?.isAllowed === true ? ', robots.txt allows it' : '';
  const unknown =
    robotsTxt?.isAllowed === null ? ` What robots.txt says is not known: it ${robotsTxt.reason ?? ''}.` : '';
  return {
    outcome: 'yes',
    reason: `It is answered ${told.answer.status}${robots}, nothing says noindex, and ${own}.${unknown}`,
  };
}
