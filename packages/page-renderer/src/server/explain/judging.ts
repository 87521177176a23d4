/** The judgements of an explanation: which evidence they get, and how further pages are rendered for them. */
import { asRendererError } from '../../kernel/errors.ts';
import type { HtmlOrPassage } from '../../render/render-html.ts';
import type { Open } from '../../judgements/gather.ts';
import { judgeRendered } from '../../judgements/gather.ts';
import type { PeopleView } from '../../judgements/evidence/judgement.ts';
import type { Judged } from '../../judgements/judgements.ts';
import { judgementPage, JUDGEMENTS } from '../../judgements/judgements.ts';
import type { HeaderOutcome } from '../../headers/page.ts';
import { isPassed } from '../../headers/page.ts';
import type { PageFacts } from '../../page/index.ts';
import type { RenderOptions } from '../../render/job/options.ts';
import type { RenderResult } from '../../render/pipeline.ts';
import type { Backend } from '../context/context.ts';
import { VERDICT_TEXTS } from '../pages/texts.ts';
import type { Explanation } from './explanation/explanation.ts';
import { cut, MAX_ITEMS } from './explanation/texts.ts';

/** Milliseconds in which all further pages of an explanation are rendered. */
const TIME = 15_000;

/** What is known of the page. */
export interface Known {
  readonly result: RenderResult | undefined;
  readonly facts: PageFacts | undefined;
  readonly outcomes: readonly HeaderOutcome[];
  /** Of the response to bots. */
  readonly status: number;
  readonly requested: URL;
  readonly rendered: URL;
  /** See {@link JudgedPage}. */
  readonly varying: readonly string[];
}

type Judgements = Pick<Explanation, 'judgements' | 'further'>;

/** @param ignored names of judgements that are left out */
export async function judgementsOf(known: Known, ignored: readonly string[], open: Open): Promise<Judgements> {
  const { result, facts, outcomes, status, requested, rendered, varying } = known;
  const off = new Set(ignored);
  if (!result?.metas) {
    const result = { outcome: 'not-judged', sentence: 'There is no page that could be judged.' } as const;
    const judged = JUDGEMENTS.map((judgement): Judged => {
      return { judgement, result: off.has(judgement.name) ? 'off' : result };
    });
    return { judgements: judged.map(told), further: [] };
  }
  const last = result.hops.at(-1);
  // A script may have changed the address without a request; a very long one is cut off.
  const shown = facts && /^https?:/.test(facts.url) && facts.url.length < 2_000 ? facts.url : undefined;
  const url = shown ?? last?.url ?? rendered.href;
  const page = {
    url,
    addresses: [...new Set([requested.href, rendered.href, last?.url ?? rendered.href, url])],
    status,
    html: result.html,
    people: facts && peopleView(facts),
    headers: outcomes.filter(({ reason }) => isPassed(reason)),
    varying,
  };
  const { judged, further } = await judgeRendered(page, off, { open });
  return {
    judgements: judged.map(told),
    further: further.map(({ purpose, url, status, reason }) => {
      return { purpose, url: cut(url), status, reason: reason === null ? null : cut(reason) };
    }),
  };
}

/** What people see of a page. */
export function peopleView({ text, textLength, unseen, drawn, frame, canvas }: PageFacts): PeopleView {
  // Lines are counted without what separates them.
  return { text, isWhole: text.length >= textLength, unseen, drawn, frame, canvas };
}

function told({ judgement: { name, severity }, result }: Judged): Explanation['judgements'][number] {
  const common = { name, severity, page: judgementPage(name) };
  if (result === undefined || result === 'off') {
    return { ...common, outcome: result ?? 'clear', sentence: null, says: [] };
  }
  const says = result.outcome === 'found' ? result.says : [];
  return {
    ...common,
    outcome: result.outcome,
    sentence: cut(result.sentence),
    says: says.slice(0, MAX_ITEMS).map(({ place, value }) => ({ place: cut(place), value: cut(value) })),
  };
}

/** How further pages are rendered for a client. */
interface Beside {
  /** Counts a render of the client, and tells whether it is allowed. */
  readonly mayRender: () => boolean;
  /** Ends when the client has gone. */
  readonly client: AbortSignal;
  /** The same render, counted by the service. */
  readonly counted: (url: URL, render: Promise<HtmlOrPassage>) => Promise<HtmlOrPassage>;
}

/**
 * Renders further pages as the page itself was rendered, without what is meant for it alone. They are subject to the rules for targets,
 * to the address guard as of the page, to admission and to all limits.
 *
 * @param page the address that was rendered
 */
export function openBeside(
  backend: Backend,
  page: URL,
  given: RenderOptions,
  { mayRender, client, counted }: Beside,
): Open {
  const { javascript: _, waitForSelector: __, ...options } = given;
  let signal: AbortSignal | undefined;
  return async (url) => {
    if (!mayRender()) throw new Error('The client has reached its limit of renders per minute.');
    signal ??= AbortSignal.any([client, AbortSignal.timeout(TIME)]);
    const wanted = { ...options, redirects: 'final', signal } as const;
    const result = await counted(url, backend.renderer.renderBeside(page, url, wanted)).catch((thrown: unknown) => {
      const error = asRendererError(thrown);
      if (error.code === 'internal') backend.logger.error({ err: error.cause }, 'fault');
      throw new Error(error.shown);
    });
    result.passage?.close();
    const { verdict, status, hops, metas, html } = result;
    const { tone, sentence } = VERDICT_TEXTS[verdict];
    if (verdict !== 'blank' && tone === 'warning') throw new Error(sentence);
    const last = hops.at(-1);
    return { shown: last?.url ?? url.href, status, html: metas && html, link: last?.headers['link'] ?? '' };
  };
}
