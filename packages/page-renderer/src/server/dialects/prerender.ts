/**
 * The endpoints as clients of Prerender know them: `/{target_url}` and `/render?url=…`. Redirects are passed on; the
 * target's own origin is told with `X-Prerender: 1`.
 */
import { RendererError } from '../../errors.ts';
import type { RenderOptions } from '../../render/options.ts';
import { parseHttpUrl } from '../../target.ts';
import type { App, Backend } from '../context.ts';
import { noteTarget, requestLine } from '../context.ts';
import { readFlag, readPixels } from '../parameters.ts';
import { respond } from '../respond.ts';
import type { Wanted } from '../wanted.ts';

const TO_ORIGIN = { 'X-Prerender': '1' };
/** A whole URL where a path would be, encoded or not, its two slashes maybe merged into one. */
const ABSOLUTE = /^\/https?(:|%3a)/i;

/** Adds the routes; `/{target_url}` is taken only where the path is a whole URL. */
export function prerenderDialect(app: App, backend: Backend): void {
  app.get('/render', async (c) => {
    const wanted = readParameters(new URL(c.req.raw.url).searchParams, backend);
    noteTarget(c, wanted.url);
    return respond(c, backend, wanted);
  });
  app.get('/*', async (c, next) => {
    const wanted = readAddress(requestLine(c));
    if (!wanted) return next();
    noteTarget(c, wanted.url);
    return respond(c, backend, wanted);
  });
}

/** What `/{target_url}` asks for; undefined for a request line that is none. @throws {RendererError} */
export function readAddress(line: string): Wanted | undefined {
  if (!ABSOLUTE.test(line)) return undefined;
  const options: RenderOptions = { headers: TO_ORIGIN, redirects: 'report' };
  return { kind: 'render', url: parseHttpUrl(targetOf(line.slice(1))), options, refresh: false };
}

/** What `/render?url=…` asks for. @throws {RendererError} */
export function readParameters(parameters: URLSearchParams, sizes: { width: number; height: number }): Wanted {
  const url = parseHttpUrl(parameters.get('url') ?? '');
  const redirects = readFlag(parameters, 'followRedirects') ? 'follow' : 'report';
  const options: RenderOptions = { headers: TO_ORIGIN, redirects };
  const type = parameters.get('renderType') ?? 'html';
  switch (type) {
    case 'html':
      return { kind: 'render', url, options, refresh: false };
    case 'jpeg':
    case 'png': {
      const picture = {
        width: readPixels(parameters, 'width', sizes.width),
        height: readPixels(parameters, 'height', sizes.height),
        picture: { type, fullPage: readFlag(parameters, 'fullpage') },
      } as const;
      const pictureType = `image/${type}` as const;
      return { kind: 'screenshot', url, options: { ...options, ...picture }, refresh: false, pictureType };
    }
    default:
      throw new RendererError('invalid-parameter', `renderType: expected "html", "jpeg" or "png", got "${type}"`);
  }
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
