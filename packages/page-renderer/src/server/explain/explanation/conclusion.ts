/** The most important part of an explanation, for a reader who asks why a search engine does not see something. */
import { STATUS_CODES } from 'node:http';
import { count, duration } from '../../pages/format.ts';
import { ended } from '../../pages/notice.tsx';
import { VERDICT_TEXTS } from '../../pages/texts.ts';
import { isNoindex } from '../../../judgements/evidence/robots-rules.ts';
import { withoutFragment } from '../../../kernel/url.ts';
import type { Conclusion, Explanation } from './explanation.ts';
import { cut } from './texts.ts';

type Told = Omit<Explanation, 'conclusion'>;
type Robots = Explanation['disagreements'][number]['says'];

/** @param robots where search engines are told whether they may index the page, not shortened */
export function conclude(told: Told, robots: Robots): Conclusion {
  for (const judge of JUDGES) {
    const conclusion = judge(told, robots);
    if (conclusion) return conclusion;
  }
  return whole(told);
}

/** The first conclusion is used: each makes all that follow unimportant. */
const JUDGES: ReadonlyArray<(told: Told, robots: Robots) => Conclusion | undefined> = [
  notAPage,
  failed,
  errorStatus,
  severe,
  noindex,
  redirected,
  stopped,
  blank,
  otherCanonical,
  problems,
  warned,
];

function notAPage({ target, answer, error }: Told): Conclusion | undefined {
  if (target.classification === 'empty' && answer.status < 400) {
    return { tone: 'warning', headline: 'The response is empty, so bots see nothing.', sentence: target.sentence };
  }
  if (target.classification === 'amp') {
    return {
      tone: 'neutral',
      headline: 'This is an AMP page, and bots get it as its server sends it.',
      sentence: target.sentence,
    };
  }
  if (target.classification !== 'not-a-page') return undefined;
  if (error) {
    const headline = 'This address leads to something that is not a page, and bots get nothing from it.';
    return { tone: 'warning', headline, sentence: ended(error.detail) };
  }
  const type = target.contentType === null ? 'a response without a type' : cut(target.contentType);
  const headline = 'This address is not that of a page.';
  return { tone: 'neutral', headline, sentence: `The server sends ${type}. ${target.sentence}` };
}

function failed({ error }: Told): Conclusion | undefined {
  if (!error) return undefined;
  const isRefused = error.status === 403;
  const headline = isRefused ? 'This address may not be rendered.' : 'This address could not be rendered.';
  const remedy = error.remedy === null ? '' : ` ${error.remedy}`;
  return { tone: isRefused ? 'warning' : 'danger', headline, sentence: `${ended(error.detail)}${remedy}` };
}

function noindex(_: Told, robots: Robots): Conclusion | undefined {
  const told = robots.find(({ value }) => isNoindex(value));
  if (!told) return undefined;
  const headline = 'Search engines are told not to index this page.';
  return { tone: 'warning', headline, sentence: `The ${told.place} says “${cut(told.value)}”.` };
}

function errorStatus({ answer, target, page }: Told): Conclusion | undefined {
  if (answer.status < 400) return undefined;
  const meta = page?.metas.find(({ name }) => /status.code$/.test(name));
  const isOwn = target.hops[0] !== undefined && target.hops[0].status < 400;
  const who =
    isOwn && meta
      ? `The page itself sets this status, with <meta name="${meta.name}">.`
      : 'The site responds with this status.';
  const headline = `Bots are answered ${named(answer.status)}, so search engines do not index this page.`;
  return { tone: 'danger', headline, sentence: isOwn && !meta ? elsewhere(target, answer) : who };
}

/** Why a page that its server sends with 200 has an error status without saying it. */
function elsewhere({ hops }: Told['target'], { status }: Told['answer']): string {
  const last = hops.at(-1);
  if (hops.length < 2 || !last) return 'The render was stopped, and is not served.';
  return last.status === status
    ? `The page went on to ${last.url}, whose server responds with this status.`
    : `The page set this status with a meta tag, and then went on to ${last.url}.`;
}

/** A judgement against which nobody may say that bots get the complete page. */
function severe({ judgements }: Told): Conclusion | undefined {
  const first = judgements.find(({ outcome, severity }) => outcome === 'found' && severity === 'error');
  if (!first) return undefined;
  const headline = HEADLINES[first.name] ?? 'What bots get is not what people see.';
  return { tone: 'danger', headline, sentence: first.sentence ?? '' };
}

const HEADLINES: Readonly<Record<string, string>> = {
  'soft-404': 'Bots get a page that does not exist as if it did (a soft 404).',
};

function warned(told: Told): Conclusion | undefined {
  const found = told.judgements.filter(({ outcome, severity }) => outcome === 'found' && severity === 'warning');
  const [first] = found;
  if (!first) return undefined;
  const { headline } = whole(told);
  const what = count(found.length, 'fault');
  return {
    tone: 'warning',
    headline: `${headline.replace(/\.$/, '')}, but it has ${what} for search engines.`,
    sentence: first.sentence ?? '',
  };
}

function redirected({ answer, target }: Told): Conclusion | undefined {
  const last = target.hops.at(-1);
  if (answer.status < 300 || !last) return undefined;
  const headline = `This address redirects: bots are answered ${named(answer.status)}.`;
  const way = count(target.hops.length - 1, 'redirect');
  const sentence =
    target.hops.length > 1 && target.classification === 'page'
      ? `After ${way}, ${last.url} is rendered.`
      : leadsTo(answer, target);
  return { tone: 'neutral', headline, sentence };
}

function leadsTo({ headers }: Told['answer'], { sentence }: Told['target']): string {
  const [, location] = headers.find(([name]) => name.toLowerCase() === 'location') ?? [];
  return location === undefined ? sentence : `${sentence} It leads to ${location}.`;
}

function stopped({ verdict, pending, timings }: Told): Conclusion | undefined {
  if (!verdict || VERDICT_TEXTS[verdict.name].tone === 'success') return undefined;
  if (verdict.name !== 'budget' && !verdict.name.startsWith('over-')) return undefined;
  const headline = 'The page was stopped before it was complete, so parts of it may be missing.';
  const waited = pending.length > 0 ? ` Still pending: ${listed(pending)}.` : '';
  return {
    tone: 'warning',
    headline,
    sentence: `${verdict.sentence} It was stopped after ${duration(timings.total)}.${waited}`,
  };
}

function blank({ verdict }: Told): Conclusion | undefined {
  if (verdict?.name !== 'blank') return undefined;
  return { tone: 'danger', headline: 'The rendered page shows nothing.', sentence: verdict.sentence };
}

function otherCanonical({ page, target, request }: Told): Conclusion | undefined {
  const last = target.hops.at(-1)?.url ?? request.target;
  const canonical = URL.parse(page?.canonical ?? '', last)?.href;
  if (!page?.canonical || canonical === undefined) return undefined;
  const own = [last, request.target, request.url].map((url) => withoutFragment(URL.parse(url)?.href ?? ''));
  if (own.includes(withoutFragment(canonical))) return undefined;
  const headline = 'The page names another address as canonical, which search engines show instead.';
  return { tone: 'warning', headline, sentence: `Its canonical link leads to ${cut(canonical)}.` };
}

function problems(told: Told): Conclusion | undefined {
  const [first] = told.requests.problems;
  const blocked = told.connections.filter(({ outcome }) => outcome === 'refused');
  const lost = told.requests.types.reduce((sum, type) => sum + type.refused + type.failed + type.errorStatus, 0);
  if (!first && blocked.length === 0) return undefined;
  const headline =
    lost > 0
      ? `The page was rendered, but ${count(lost, 'request')} failed, so something may be missing.`
      : `The page was rendered, but connections to ${count(blocked.length, 'host')} were refused, so something may be missing.`;
  const sentence = first
    ? `The first: ${first.url} (${first.reason}).`
    : `The first: ${ended(blocked[0]?.reason ?? '')}`;
  return { tone: 'warning', headline, sentence };
}

function whole({ verdict, pending, page, answer, target }: Told): Conclusion {
  const seen = page
    ? `Bots are answered ${named(answer.status)} with ${count(page.textLength, 'character')} of text.`
    : '';
  if (verdict?.name === 'client-redirect') {
    const headline = 'This page goes on to another address by itself, and bots get what is there.';
    return { tone: 'neutral', headline, sentence: `It leads to ${target.address ?? 'another page'}. ${seen}` };
  }
  if (verdict?.name !== 'settled') {
    return { tone: 'success', headline: 'Bots get the complete page.', sentence: `${seen}${changed(target)}` };
  }
  const headline = 'Bots get this page without what loads later.';
  return { tone: 'success', headline, sentence: `${seen}${changed(target)} Still pending: ${listed(pending)}.` };
}

/** A router may lead to another address without another document. */
function changed({ hops, address }: Told['target']): string {
  const last = hops.at(-1)?.url;
  if (address === null || last === undefined || withoutFragment(address) === withoutFragment(last)) return '';
  return ` Its scripts have changed its address to ${address}.`;
}

function listed(pending: Told['pending']): string {
  return pending.map(({ count: many, label }) => `${many} × ${label.toLowerCase()}`).join(', ');
}

function named(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}
