/**
 * Requests as clients of Prerender make them: `/{url}` and `/render?url=…`. Redirects are passed on; the target's own
 * origin is told with `X-Prerender: 1`.
 */
import { RendererError } from '../../errors.ts';
import type { RenderOptions } from '../../render/options.ts';
import { parseHttpUrl } from '../../url.ts';
import type { ReadingContext, RenderRequest } from '../request.ts';
import { readFlag, readPixels } from './parameters.ts';
import type { Target } from './target.ts';
import { decodeTarget } from './target.ts';

const TO_ORIGIN = { 'X-Prerender': '1' };

/**
 * Target of `/` followed by a whole URL. All of an unencoded URL is the target's, query included: this dialect has no
 * parameters of its own there.
 *
 * @throws {RendererError}
 */
export function targetOfPrerenderUrl(rest: string): Target {
  const text = /^https?%3a/i.test(rest) ? decodeTarget(rest) : rest;
  return { url: parseHttpUrl(text), parameters: new URLSearchParams() };
}

/** Target and parameters of `/render?` followed by `query`. @throws {RendererError} */
export function targetOfPrerenderQuery(query: string): Target {
  const parameters = new URLSearchParams(query);
  const url = parseHttpUrl(parameters.get('url') ?? '');
  parameters.delete('url');
  return { url, parameters };
}

/** What `/` followed by a whole URL asks for. @throws {RendererError} */
export function readPrerenderUrl(rest: string): RenderRequest {
  const options: RenderOptions = { headers: TO_ORIGIN, redirects: 'report' };
  return { kind: 'render', url: targetOfPrerenderUrl(rest).url, options, refresh: false };
}

/** What `/render?` followed by `query` asks for. @throws {RendererError} */
export function readPrerenderQuery(query: string, context: ReadingContext): RenderRequest {
  const { url, parameters } = targetOfPrerenderQuery(query);
  const redirects = readFlag(parameters, 'followRedirects') ? 'follow' : 'report';
  const options: RenderOptions = { headers: TO_ORIGIN, redirects };
  const type = parameters.get('renderType') ?? 'html';
  switch (type) {
    case 'html':
      return { kind: 'render', url, options, refresh: false };
    case 'jpeg':
    case 'png': {
      const picture = {
        width: readPixels(parameters, 'width', context.width),
        height: readPixels(parameters, 'height', context.height),
        picture: { type, fullPage: readFlag(parameters, 'fullpage') },
      } as const;
      return { kind: 'screenshot', url, options: { ...options, ...picture }, refresh: false };
    }
    default:
      throw new RendererError('invalid-parameter', `renderType: expected "html", "jpeg" or "png", got "${type}"`);
  }
}
