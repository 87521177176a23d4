/**
 * The endpoints as clients of Prerender know them: `/{target_url}` and `/render?url=…`. Redirects are passed on; the
 * target's own origin is told with `X-Prerender: 1`.
 */
import { RendererError } from '../../errors.ts';
import type { RenderOptions } from '../../render/options.ts';
import { parseHttpUrl } from '../../target.ts';
import type { App, AppContext, Backend } from '../context.ts';
import { noteTarget, requestLine, signalOf } from '../context.ts';
import { readFlag, readPixels } from '../parameters.ts';
import { htmlAnswer, pictureAnswer } from '../results.ts';

const TO_ORIGIN = { 'X-Prerender': '1' };
/** A whole URL where a path would be, encoded or not, its two slashes maybe merged into one. */
const ABSOLUTE = /^\/https?(:|%3a)/i;

/** Adds the routes; `/{target_url}` is taken only where the path is a whole URL. */
export function prerenderDialect(app: App, backend: Backend): void {
  app.get('/render', async (c) => {
    const parameters = new URL(c.req.raw.url).searchParams;
    const url = parseHttpUrl(parameters.get('url') ?? '');
    noteTarget(c, url);
    return answer(c, backend, url, parameters);
  });
  app.get('/*', async (c, next) => {
    const line = requestLine(c);
    if (!ABSOLUTE.test(line)) return next();
    const url = parseHttpUrl(targetOf(line.slice(1)));
    noteTarget(c, url);
    return answer(c, backend, url, new URLSearchParams());
  });
}

/** All of an unencoded URL is the target's, query included: this dialect has no parameters of its own there. */
function targetOf(text: string): string {
  if (!/^https?%3a/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RendererError('invalid-url', 'The target URL is not correctly percent-encoded');
  }
}

async function answer(c: AppContext, backend: Backend, url: URL, parameters: URLSearchParams): Promise<Response> {
  const options: RenderOptions = {
    headers: TO_ORIGIN,
    redirects: readFlag(parameters, 'followRedirects') ? 'follow' : 'report',
    signal: signalOf(c),
  };
  const type = parameters.get('renderType') ?? 'html';
  switch (type) {
    case 'html':
      return htmlAnswer(await backend.renderer.render(url, options), backend.partial);
    case 'jpeg':
    case 'png': {
      const result = await backend.renderer.screenshot(url, {
        ...options,
        width: readPixels(parameters, 'width', backend.width),
        height: readPixels(parameters, 'height', backend.height),
        picture: { type, fullPage: readFlag(parameters, 'fullpage') },
      });
      return pictureAnswer(result, backend.partial, `image/${type}`);
    }
    default:
      throw new RendererError('invalid-parameter', `renderType: expected "html", "jpeg" or "png", got "${type}"`);
  }
}
