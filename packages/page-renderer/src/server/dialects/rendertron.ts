/** The endpoints of the spec, as clients of Rendertron know them. */
import { RendererError } from '../../errors.ts';
import type { RenderOptions } from '../../render/options.ts';
import { parsePictureOptions } from '../../render/picture.ts';
import type { Target } from '../../target.ts';
import { parseTarget } from '../../target.ts';
import type { App, AppContext, Backend } from '../context.ts';
import { afterPrefix, noteTarget, signalOf } from '../context.ts';
import { readFlag, readPixels } from '../parameters.ts';
import { htmlAnswer, pictureAnswer } from '../results.ts';

const COMMON = ['mobile', 'timezoneId', 'refreshCache'];
const RENDER_PARAMETERS = new Set([...COMMON, 'dom', 'wc-inject-shadydom', 'shadow']);
const SCREENSHOT_PARAMETERS = new Set([...COMMON, 'width', 'height']);

/** Marks requests of render-middleware, which passes a redirect on instead of following it to the unrendered page. */
const MIDDLEWARE_MARKER = 'x-render-middleware';
/** Screenshot options are a handful of numbers. */
const MAX_BODY = 16 * 1024;

/** `GET /render/{target_url}`, `GET` and `POST /screenshot/{target_url}`. */
export function rendertronDialect(app: App, backend: Backend): void {
  app.get('/render/*', async (c) => {
    const { url, parameters } = target(c, '/render/', RENDER_PARAMETERS);
    const options = { ...commonOptions(c, parameters), ...componentOptions(parameters) };
    return htmlAnswer(await backend.renderer.render(url, options), backend.partial);
  });
  app.on(['GET', 'POST'], '/screenshot/*', async (c) => {
    const { url, parameters } = target(c, '/screenshot/', SCREENSHOT_PARAMETERS);
    const picture = c.req.method === 'POST' ? parsePictureOptions(await readBody(c)) : {};
    const result = await backend.renderer.screenshot(url, {
      ...commonOptions(c, parameters),
      width: readPixels(parameters, 'width', backend.width),
      height: readPixels(parameters, 'height', backend.height),
      picture,
    });
    return pictureAnswer(result, backend.partial);
  });
}

function target(c: AppContext, prefix: string, own: ReadonlySet<string>): Target {
  const parsed = parseTarget(afterPrefix(c, prefix), own);
  noteTarget(c, parsed.url);
  return parsed;
}

function commonOptions(c: AppContext, parameters: URLSearchParams): RenderOptions {
  // Nothing is cached that a fresh render could replace, but a wrong value is still wrong.
  readFlag(parameters, 'refreshCache');
  return {
    mobile: readFlag(parameters, 'mobile'),
    timezoneId: parameters.get('timezoneId') ?? undefined,
    redirects: c.req.header(MIDDLEWARE_MARKER) === undefined ? 'follow' : 'report',
    signal: signalOf(c),
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
