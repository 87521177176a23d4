/** What the target's answer is taken for. */
import type { RendererError } from '../../errors.ts';
import type { Hop } from '../../render/job.ts';
import type { RenderResult } from '../../render/pipeline.ts';
import type { Explanation } from './explanation.ts';

type Classified = Pick<Explanation['target'], 'classification' | 'sentence'>;

const SENTENCES: Readonly<Record<Classified['classification'], string>> = {
  page: 'The answer is HTML, and was rendered.',
  'not-a-page': 'The answer is no HTML. It is not rendered, and callers get it as it is.',
  empty: 'The answer has no content, so that there is nothing to render.',
  redirect: 'The answer is a redirect, which is passed on to the caller.',
  none: 'There was no answer.',
};

const WITHOUT_RESULT: Partial<typeof SENTENCES> = {
  page: 'The answer is HTML, and rendering it came to no result.',
  'not-a-page': 'The answer, or what a script of the page led to, is no HTML, and is refused.',
};

/** What the answer is. Of a render that failed, that is known from its error and from what had come by then. */
export function classify(
  result: RenderResult | undefined,
  hops: readonly Hop[],
  error: RendererError | undefined,
): Classified {
  const classification = classOf(result, hops, error);
  const sentences = result ? SENTENCES : { ...SENTENCES, ...WITHOUT_RESULT };
  return { classification, sentence: sentences[classification] };
}

function classOf(
  result: RenderResult | undefined,
  hops: readonly Hop[],
  error: RendererError | undefined,
): Classified['classification'] {
  if (result?.metas) return 'page';
  if (result?.verdict === 'passed-through') return 'not-a-page';
  if (result) return result.verdict === 'redirect' ? 'redirect' : 'empty';
  if (error?.code === 'not-a-page') return 'not-a-page';
  const type = hops.at(-1)?.headers['content-type'];
  return type !== undefined && /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type) ? 'page' : 'none';
}
