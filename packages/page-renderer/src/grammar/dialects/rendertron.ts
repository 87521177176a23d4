/** The requests in Rendertron's dialect (spec: R-render, R-screenshot, R-invalidate). */
import { readFormat } from './format.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { RenderOptions } from '../../render/job/options.ts';
import type { ReadingContext, RenderRequest } from './request.ts';
import { withoutEscapedFragment } from './escaped-fragment.ts';
import { readFlag, readFrames, readLanguages, readPixels, readSelector, readTrueOrFalse } from './parameters.ts';
import type { Target } from './target.ts';
import { parseTarget } from './target.ts';

const COMMON = ['mobile', 'timezoneId', 'acceptLanguage', 'waitForSelector', 'refreshCache'];
/** The service's own parameters of `/render/`. */
export const RENDER_PARAMETERS: ReadonlySet<string> = new Set([
  ...COMMON,
  'dom',
  'wc-inject-shadydom',
  'shadow',
  'frames',
  'format',
]);
/** The service's own parameters of `/screenshot/`. */
export const SCREENSHOT_PARAMETERS: ReadonlySet<string> = new Set([...COMMON, 'width', 'height']);

/** Target and parameters of `/render/` followed by `rest`. @throws {RendererError} */
export const targetOfRender = (rest: string): Target => parseTarget(rest, RENDER_PARAMETERS);

/** Target and parameters of `/screenshot/` followed by `rest`. @throws {RendererError} */
export const targetOfScreenshot = (rest: string): Target => parseTarget(rest, SCREENSHOT_PARAMETERS);

/** The request of `/render/` followed by `rest`. @throws {RendererError} */
export function readRender(rest: string, context: ReadingContext): RenderRequest {
  const { url, parameters } = targetOfRender(rest);
  return requestOf(url, parameters, context);
}

/** The request of `/render/` with these parameters. @throws {RendererError} */
export function requestOf(url: URL, parameters: URLSearchParams, context: ReadingContext): RenderRequest {
  const options = {
    ...commonOptions(parameters, context),
    ...componentOptions(parameters),
    ...readFrames(parameters),
  };
  return { kind: 'render', url, options, format: readFormat(parameters), refresh: readRefresh(parameters) };
}

/** The request of `/screenshot/` followed by `rest`. @throws {RendererError} */
export function readScreenshot(rest: string, context: ReadingContext): RenderRequest {
  const { url, parameters } = targetOfScreenshot(rest);
  const options = {
    ...commonOptions(parameters, context),
    width: readPixels(parameters, 'width', context.width),
    height: readPixels(parameters, 'height', context.height),
  };
  return { kind: 'screenshot', url, options, refresh: readRefresh(parameters) };
}

/**
 * The pages that `/invalidate/` followed by `rest` can mean. In an unencoded query the service's own parameters do not belong
 * to the target, and they differ between endpoints.
 *
 * @throws {RendererError}
 */
export function readInvalidation(rest: string): URL[] {
  const urls = [new Set<string>(), RENDER_PARAMETERS, SCREENSHOT_PARAMETERS].map((own) => parseTarget(rest, own).url);
  return [...urls, ...urls.map(withoutEscapedFragment)];
}

/** Only `true` renders a cached page again (spec: R-render-refresh). */
function readRefresh(parameters: URLSearchParams): boolean {
  return parameters.get('refreshCache') !== '' && readTrueOrFalse(parameters, 'refreshCache');
}

function commonOptions(parameters: URLSearchParams, { passesRedirects }: ReadingContext): RenderOptions {
  return {
    mobile: readFlag(parameters, 'mobile'),
    timezoneId: parameters.get('timezoneId') ?? undefined,
    ...readLanguages(parameters),
    ...readSelector(parameters),
    redirects: passesRedirects ? 'report' : 'follow',
  };
}

/** How web components become HTML (spec: R-components). */
function componentOptions(parameters: URLSearchParams): Pick<RenderOptions, 'shadow' | 'polyfill'> {
  const dom = parameters.get('dom');
  if (dom !== null && dom !== 'shady') {
    throw new RendererError('invalid-parameter', `dom: expected "shady", got "${dom}"`);
  }
  const shadow = parameters.get('shadow');
  if (shadow !== null && shadow !== 'flat' && shadow !== 'declarative') {
    throw new RendererError('invalid-parameter', `shadow: expected "flat" or "declarative", got "${shadow}"`);
  }
  const isShady = dom === 'shady' || readFlag(parameters, 'wc-inject-shadydom');
  return { ...(shadow !== null && { shadow }), ...(isShady && { polyfill: 'shady' }) };
}
