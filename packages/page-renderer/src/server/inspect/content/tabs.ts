/** The tabs of an inspection: their names, and their content as JSON. */
import { RendererError } from '../../../kernel/errors.ts';
import type { PageImage } from '../../../render/inspect.ts';
import type { CheckedLink } from '../../../crawl/link-check.ts';
import { delaysOf } from './delays.ts';
import type { Explanation } from '../../explain/explanation/explanation.ts';
import type { RobotsSaid } from '../../../crawl/site-checks.ts';
import type { Indexing } from './indexing.ts';
import { canonicalOf, indexingOf } from './indexing.ts';
import type { Inspected, Side } from './inspected.ts';
import type { TextDifference } from './text-difference.ts';
import { textDifference } from './text-difference.ts';

/** The names of the tabs, in their order. */
export const TABS = [
  'findings',
  'raw',
  'rendered',
  'difference',
  'pictures',
  'structured-data',
  'cards',
  'links',
  'timeline',
  'response',
] as const;

/** One of {@link TABS}. */
export type Tab = (typeof TABS)[number];

/** Reads the parameter `tab`; undefined: the first one. @throws {RendererError} `invalid-parameter` */
export function readTab(value: string | null): Tab {
  if (value === null || value === '') return 'findings';
  const tab = TABS.find((name) => name === value);
  if (tab) return tab;
  throw new RendererError('invalid-parameter', `tab: expected one of ${TABS.join(', ')}, got "${value.slice(0, 100)}"`);
}

/** The first lines of an inspection. */
export interface Summary {
  /** As requested. */
  readonly url: string;
  readonly conclusion: Explanation['conclusion'];
  readonly indexing: Indexing;
  /** What bots are answered. */
  readonly status: number;
  readonly redirects: ReadonlyArray<{ readonly url: string; readonly status: number; readonly to: string }>;
  readonly title: string | null;
  readonly description: string | null;
  /** Absolute; `isOwn`: it is the address itself. Null if there is none. */
  readonly canonical: { readonly href: string; readonly isOwn: boolean } | null;
  /** Tags and headers for robots. */
  readonly robots: ReadonlyArray<{ readonly place: string; readonly value: string }>;
  readonly robotsTxt: RobotsSaid | null;
  readonly error: Explanation['error'];
}

/** See {@link Summary}. */
export function summaryOf({ explanation, robotsTxt, html }: Inspected): Summary {
  const base = html && !(html instanceof RendererError) ? html.base : undefined;
  const { request, conclusion, answer, target, page, error } = explanation;
  const robots = [
    ...explanation.headers.flatMap(({ name, passed, value }) => {
      return name === 'x-robots-tag' && passed ? [{ place: 'X-Robots-Tag', value: value ?? '' }] : [];
    }),
    ...(page?.robots ?? []).map(({ name, content }) => ({ place: `<meta name="${name}">`, value: content })),
  ];
  return {
    url: request.url,
    conclusion,
    indexing: indexingOf(explanation, robotsTxt, base),
    status: answer.status,
    redirects: target.hops
      .slice(0, -1)
      .map(({ url, status }, index) => ({ url, status, to: target.hops[index + 1]?.url ?? '' })),
    title: page?.title ?? null,
    description: page?.description ?? null,
    canonical: canonicalOf(explanation, base) ?? null,
    robots,
    robotsTxt,
    error,
  };
}

/** The content of a tab as JSON. @param checked where links lead, for the tab `links` */
export function contentOf(tab: Tab, inspected: Inspected, checked: readonly CheckedLink[] | null): object {
  const { explanation, plain, rendered } = inspected;
  switch (tab) {
    case 'findings': {
      const { judgements, further, disagreements, page } = explanation;
      return { judgements, further, disagreements, page };
    }
    case 'raw':
      return sideOf(plain);
    case 'rendered':
      return sideOf(rendered);
    case 'difference':
      return { text: differenceOf(inspected), plain: figuresOf(plain), rendered: figuresOf(rendered) };
    case 'pictures':
      return { plain: pictureOf(plain), rendered: pictureOf(rendered) };
    case 'structured-data':
      return read(inspected, ({ data }) => data);
    case 'cards':
      return read(inspected, ({ cards }) => cards);
    case 'links':
      return read(inspected, ({ links }) => ({ ...links, checked }));
    case 'timeline': {
      const { timings, verdict, pending, requests, console, connections, budgets } = explanation;
      const { steps, ...more } = timings;
      return {
        ...more,
        steps,
        delays: delaysOf(explanation),
        verdict,
        pending,
        requests,
        console,
        connections,
        budgets,
      };
    }
    case 'response': {
      const { answer, headers, rules, cache, origin, renewal, target, request } = explanation;
      return { answer, headers, rules, cache, origin, renewal, target, request };
    }
  }
}

function read({ html }: Inspected, of: (html: Exclude<Inspected['html'], RendererError | null>) => object): object {
  if (html instanceof RendererError) return { error: { code: html.code, detail: html.shown } };
  return html ? of(html) : { error: null };
}

function sideOf(side: Side): object {
  if (side.outcome === 'failed') return { error: { code: side.error.code, detail: side.error.shown } };
  const { html, status, verdict, facts } = side.seen;
  const { title = null, description = null, canonical = null, text = '' } = facts ?? {};
  return { status, verdict, title, description, canonical, html, text };
}

/** Numbers of a page; null if there is none. */
export function figuresOf(side: Side): object | null {
  if (side.outcome === 'failed' || !side.seen.facts) return null;
  const { textLength, headings, links, images, jsonLd } = side.seen.facts;
  return { textLength, headings, links, images, jsonLd, htmlSize: Buffer.byteLength(side.seen.html) };
}

/** The difference of both texts; undefined if one side has no page. */
export function differenceOf({ plain, rendered }: Inspected): TextDifference | null {
  const [before, after] = [plain, rendered].map((side) => (side.outcome === 'done' ? side.seen.facts : null));
  return before && after ? textDifference(before.text, after.text) : null;
}

function pictureOf(side: Side): object | null {
  const image = side.outcome === 'done' ? side.seen.image : null;
  return image && { type: 'image/jpeg', width: image.width, height: image.height, base64: base64Of(image) };
}

/** The bytes of a picture as text. */
export function base64Of({ bytes }: PageImage): string {
  return Buffer.from(bytes).toString('base64');
}
