import { RendererError } from '../kernel/errors.ts';
import type { Har } from './har/har.ts';
import { HarRecorder } from './har/har-recorder.ts';
import type { RenderJob } from './job/job.ts';
import type { Pipeline, Result, Timed } from './pipeline.ts';
import { withoutDocument, withPage } from './pipeline.ts';
import { readTagsMeta } from './reading/tags-meta.ts';
import { resultStatus } from './navigation/status.ts';
import { headersFor } from './job/view.ts';

/** The requests of a page, as a HAR file. */
export interface HarResult extends Result, Timed {
  /** Null for a response without a document and for a reported redirect. */
  har: Har | null;
  /** Content of the first `render:tags` meta tag of the page. */
  tags?: string;
}

/** Loads a page and records its requests, redirects included. @throws {RendererError} `page-too-large` */
export async function renderHar(pipeline: Pipeline, job: RenderJob): Promise<HarResult> {
  const { options, url } = job;
  const { rules } = pipeline;
  const own = [
    rules.headers,
    headersFor({ userAgent: options.userAgent ?? rules.userAgent, acceptLanguage: options.acceptLanguage }),
    options.headers,
  ].flatMap(Object.keys);
  const recorder = new HarRecorder(pipeline.maxHtml, own);
  const observed = { ...job, observe: recorder.follow.bind(recorder) };
  return withPage(pipeline, observed, async (page, { hops, outcome }, verdict, signal) => {
    if (outcome !== 'document') return { har: null, ...withoutDocument(hops, verdict, job.options.redirects) };
    if (recorder.isOver) {
      throw new RendererError(
        'page-too-large',
        `The HAR file of the page would have more than ${pipeline.maxHtml} characters`,
        {
          verdict: 'over-size',
        },
      );
    }
    const har = recorder.file(url.href, pipeline.product);
    const tags = await readTagsMeta(page, signal);
    return { har, ...tags, ...resultStatus(hops, [], options.redirects), verdict, hops };
  });
}
