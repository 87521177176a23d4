/** The endpoints of the spec, as clients of Rendertron know them. */
import { RendererError } from '../../errors.ts';
import type { RenderOptions } from '../../render/options.ts';
import type { PictureOptions } from '../../render/picture.ts';
import { parsePictureOptions } from '../../render/picture.ts';
import { parseTarget } from '../../target.ts';
import type { App, AppContext, Backend } from '../context.ts';
import { afterPrefix, noteTarget } from '../context.ts';
import { readFlag, readPixels } from '../parameters.ts';
import { respond } from '../respond.ts';
import type { Wanted } from '../wanted.ts';

const COMMON = ['mobile', 'timezoneId', 'refreshCache'];
/** The service's own parameters of `/render/`. */
export const RENDER_PARAMETERS: ReadonlySet<string> = new Set([...COMMON, 'dom', 'wc-inject-shadydom', 'shadow']);
/** The service's own parameters of `/screenshot/`. */
export const SCREENSHOT_PARAMETERS: ReadonlySet<string> = new Set([...COMMON, 'width', 'height']);

/** Header of requests of render-middleware, which passes a redirect on instead of following it to the unrendered page. */
export const MIDDLEWARE_MARKER = 'x-render-middleware';
/** Screenshot options are a handful of numbers. */
const MAX_BODY = 16 * 1024;

/** `GET /render/{target_url}`, `GET` and `POST /screenshot/{target_url}`. */
export function rendertronDialect(app: App, backend: Backend): void {
  app.get('/render/*', async (c) => {
    const wanted = readRender(afterPrefix(c, '/render/'), isMiddleware(c.req.header(MIDDLEWARE_MARKER)));
    noteTarget(c, wanted.url);
    return respond(c, backend, wanted);
  });
  app.on(['GET', 'POST'], '/screenshot/*', async (c) => {
    const marker = isMiddleware(c.req.header(MIDDLEWARE_MARKER));
    const wanted = readScreenshot(afterPrefix(c, '/screenshot/'), marker, backend);
    noteTarget(c, wanted.url);
    const picture: PictureOptions = c.req.method === 'POST' ? parsePictureOptions(await readBody(c)) : {};
    return respond(c, backend, { ...wanted, options: { ...wanted.options, picture } });
  });
}

/** Whether a request's {@link MIDDLEWARE_MARKER} says that it can pass a redirect on. */
export function isMiddleware(marker: unknown): boolean {
  return marker !== undefined;
}

/** What `/render/` followed by `rest` asks for. @throws {RendererError} */
export function readRender(rest: string, isMiddleware: boolean): Wanted {
  const { url, parameters } = parseTarget(rest, RENDER_PARAMETERS);
  const options = { ...commonOptions(parameters, isMiddleware), ...componentOptions(parameters) };
  return { kind: 'render', url, options, refresh: readRefresh(parameters) };
}

/** What `/screenshot/` followed by `rest` asks for. @throws {RendererError} */
export function readScreenshot(rest: string, isMiddleware: boolean, sizes: { width: number; height: number }): Wanted {
  const { url, parameters } = parseTarget(rest, SCREENSHOT_PARAMETERS);
  const options = {
    ...commonOptions(parameters, isMiddleware),
    width: readPixels(parameters, 'width', sizes.width),
    height: readPixels(parameters, 'height', sizes.height),
  };
  return { kind: 'screenshot', url, options, refresh: readRefresh(parameters) };
}

/** Only `true` has a result made anew (spec: `refreshCache`). */
function readRefresh(parameters: URLSearchParams): boolean {
  const value = parameters.get('refreshCache') ?? '';
  if (value === 'true') return true;
  if (value === '' || value === 'false') return false;
  throw new RendererError('invalid-parameter', `refreshCache: expected "true" or "false", got "${value}"`);
}

function commonOptions(parameters: URLSearchParams, isMiddleware: boolean): RenderOptions {
  return {
    mobile: readFlag(parameters, 'mobile'),
    timezoneId: parameters.get('timezoneId') ?? undefined,
    redirects: isMiddleware ? 'report' : 'follow',
  };
}

/** How web components become HTML (spec: Web components). */
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

async function readBody(c: AppContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY) throw new RendererError('body-too-large', `The body is larger than ${MAX_BODY / 1024} KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
