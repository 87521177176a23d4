/** The classification of the target's response. */
import type { RendererError } from '../../../kernel/errors.ts';
import type { Hop } from '../../../render/job/job.ts';
import type { RenderResult } from '../../../render/pipeline.ts';
import type { Explanation } from './explanation.ts';

type Classified = Pick<Explanation['target'], 'classification' | 'sentence'>;

const SENTENCES: Readonly<Record<Classified['classification'], string>> = {
  page: 'The response is HTML and was rendered.',
  'not-a-page': 'The response is not HTML. It is not rendered, and clients get it unchanged.',
  amp: 'The page says that it is an AMP page (<html amp>), which is complete only with its own scripts. It is left to its server: clients get what that has sent.',
  empty: 'The response has no content, so there is nothing to render.',
  redirect: 'The response is a redirect, or the page asks for one with its meta tags. It is passed on to the client.',
  none: 'There was no response.',
};

const WITHOUT_RESULT: Partial<typeof SENTENCES> = {
  page: 'The response is HTML, but rendering it failed.',
  'not-a-page': 'The response, or that of an address that a script of the page opened, is not HTML and is refused.',
};

/** The classification of a response. For a failed render, it comes from its error and from what had arrived by then. */
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
  if (result?.verdict === 'passed-through') return result.metas?.isAmp ? 'amp' : 'not-a-page';
  if (result?.metas) return 'page';
  if (result?.verdict === 'redirect' || result?.verdict === 'client-redirect') return 'redirect';
  if (result) return 'empty';
  if (error?.code === 'not-a-page') return 'not-a-page';
  const type = hops.at(-1)?.headers['content-type'];
  return type !== undefined && /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type) ? 'page' : 'none';
}
