/** The render that `/explain` is about: one of `/render/{url}`, or one of `/render?url=` in Prerender's dialect. */
import { RendererError } from '../../kernel/errors.ts';
import { JUDGEMENT_NAMES, noSuchJudgement } from '../../judgements/judgements.ts';
import { parseHttpUrl } from '../../kernel/url.ts';
import type { ReadingContext, RenderRequest } from './request.ts';
import { withoutEscapedFragment } from './escaped-fragment.ts';
import { KNOWN as PRERENDER_PARAMETERS, readPrerenderQuery } from './prerender.ts';
import { RENDER_PARAMETERS, requestOf } from './rendertron.ts';

/** A render to be explained. */
export interface ExplainedRequest {
  readonly dialect: 'rendertron' | 'prerender';
  readonly request: RenderRequest;
  /** Judgements that are left out. */
  readonly ignoredJudgements: readonly string[];
}

/** The parameter of the explanation itself. */
const IGNORED = 'ignoredJudgements';

/**
 * Reads what follows `/explain?`. It is Prerender's dialect if there is a parameter that only this dialect has, or if the
 * address has `_escaped_fragment_` and no parameter belongs only to the other dialect.
 *
 * @throws {RendererError}
 */
export function readExplain(query: string, context: ReadingContext): ExplainedRequest {
  const parameters = new URLSearchParams(query);
  const ignoredJudgements = readIgnored(parameters);
  const names = [...parameters.keys()].filter((name) => name !== 'url');
  const unknown = names.find((name) => !RENDER_PARAMETERS.has(name) && !PRERENDER_PARAMETERS.has(name));
  if (unknown !== undefined) {
    const all = [...RENDER_PARAMETERS, ...PRERENDER_PARAMETERS, IGNORED];
    const known = [...new Set(all)].filter((name) => name !== 'url');
    const hint = 'if it is part of the address, percent-encode the address';
    const message = `${unknown.slice(0, 100)}: unknown parameter (known: ${known.join(', ')}); ${hint}`;
    throw new RendererError('invalid-parameter', message);
  }
  const ofRender = names.find((name) => !PRERENDER_PARAMETERS.has(name));
  const ofPrerender = names.find((name) => !RENDER_PARAMETERS.has(name));
  const url = parseHttpUrl(parameters.get('url')?.trim() ?? '');
  const isEscaped = withoutEscapedFragment(url) !== url;
  if (ofPrerender === undefined && (ofRender !== undefined || !isEscaped)) {
    return { dialect: 'rendertron', request: requestOf(url, parameters, context), ignoredJudgements };
  }
  if (ofRender !== undefined) {
    const message = `${ofRender} is a parameter of /render/{url} and ${ofPrerender} one of /render?url=; they cannot be combined`;
    throw new RendererError('invalid-parameter', message);
  }
  parameters.set('url', url.href);
  const request = readPrerenderQuery(parameters.toString(), context);
  if (request.kind === 'render') return { dialect: 'prerender', request, ignoredJudgements };
  const message =
    'renderType: only "html" can be explained; leave it out, since all types load the page in the same way';
  throw new RendererError('invalid-parameter', message);
}

/** Takes the parameter away; names are separated by commas, in one or several of it. @throws {RendererError} */
function readIgnored(parameters: URLSearchParams): string[] {
  const names = parameters.getAll(IGNORED).flatMap((list) => list.split(','));
  parameters.delete(IGNORED);
  const given = [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '');
  const unknown = given.find((name) => !JUDGEMENT_NAMES.includes(name));
  if (unknown !== undefined) throw new RendererError('invalid-parameter', `${IGNORED}: ${noSuchJudgement(unknown)}`);
  return given;
}
