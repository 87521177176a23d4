import type { PageFacts } from '../page/index.ts';
import { RendererError } from '../kernel/errors.ts';
import type { PageMetas } from '../page/index.ts';
import { readPrerenderData } from './navigation/javascript.ts';
import type { RenderJob } from './job/job.ts';
import { HeldPassage } from './navigation/passage.ts';
import { SentPage } from './navigation/sent-page.ts';
import type { OrPassage, Pipeline, RenderResult, Result } from './pipeline.ts';
import { withoutDocument, withPage } from './pipeline.ts';
import { sentDocument } from './reading/sent-document.ts';
import { serialize } from './reading/serialize.ts';
import { answerSaid } from './navigation/status.ts';
import type { Verdict } from '../kernel/verdicts.ts';

/** A page as HTML, or an answer that is no page. */
export type HtmlOrPassage = RenderResult & OrPassage;

/** A page, and what people see of it. */
export interface Seen {
  readonly result: HtmlOrPassage;
  /** Undefined if there is no page, or it could not be read. */
  readonly facts: PageFacts | undefined;
}

/** Renders a page to HTML. @throws {RendererError} */
export async function renderHtml(pipeline: Pipeline, job: RenderJob): Promise<HtmlOrPassage> {
  try {
    return await htmlOrPassage(pipeline, job);
  } catch (error) {
    const { answers } = job;
    const isNoPage = error instanceof RendererError && error.code === 'not-a-page';
    if (!isNoPage || !answers.passesThrough || !answers.hasNoType || !answers.untypedIsPage) throw error;
    // The browser has looked at what has no type, and found it to be no page.
    return htmlOrPassage(pipeline, { ...job, answers: { ...answers, untypedIsPage: false } });
  }
}

async function htmlOrPassage(pipeline: Pipeline, job: RenderJob): Promise<HtmlOrPassage> {
  const { isSeen = false } = job.readMore ?? {};
  return withPage(
    pipeline,
    job,
    async (page, { hops, outcome, held, left }, verdict, signal) => {
      const nothing = { html: '', headerMetas: [], statusFrom: 'target' as const, hops, verdict };
      if (held) return { ...nothing, status: held.status, passage: new HeldPassage(page, held) };
      if (left.redirect) return { ...nothing, ...left.redirect };
      if (outcome !== 'document') return noHtml(withoutDocument(hops, verdict, job.options.redirects));
      const data = await readPrerenderData(page, pipeline.maxHtml, signal);
      const { html, metas } = await serialize(page, pipeline.maxHtml, signal);
      await job.readMore?.read(page, signal);
      const last = hops.at(-1);
      // Without its scripts, which are removed, an AMP page shows little, and is no AMP page.
      const sent = metas.isAmp && last && job.options.scripts ? await sentDocument(page) : null;
      if (sent !== null && last) {
        const { status } = last;
        const answer = { ...nothing, html: sent, metas, verdict: 'passed-through' as const, status };
        return { ...answer, ...(job.answers.passesThrough && { passage: new SentPage(last, sent) }) };
      }
      // A page may speak either dialect, whoever asks.
      const shown = hops.at(-1)?.url ?? '';
      const said = answerSaid(hops, [...left.before(shown), { ...metas, url: shown }], job.options.redirects);
      const judged = isBlank(verdict, html, metas) ? 'blank' : verdict;
      return { html, metas, ...said, verdict: judged, hops, ...(data !== undefined && { data }) };
    },
    { isSeen, isAnswer: true },
  );
}

const noHtml = (result: Result) => ({ html: '', headerMetas: [], ...result });

/** Whether a page that is done shows nothing: neither text nor anything that is seen without it. */
function isBlank(verdict: Verdict, html: string, { textLength }: PageMetas): boolean {
  return (
    (verdict === 'complete' || verdict === 'settled') &&
    textLength === 0 &&
    !/<(img|svg|picture|video|canvas|iframe|object|embed|input|button)\b/i.test(html)
  );
}
