import { RendererError } from '../../errors.ts';
import { parsePictureOptions } from '../../render/picture.ts';
import { answerRender } from '../answers/answer.ts';
import type { AppContext, Backend } from '../context.ts';
import { noteTarget } from '../context.ts';
import type { RenderLine } from '../grammar.ts';
import { readRenderRequest } from '../grammar.ts';
import { MIDDLEWARE_MARKER } from '../request.ts';

/** Screenshot options are a handful of numbers. */
const MAX_BODY = 16 * 1024;

/** Every endpoint that renders: `/render/`, `/screenshot/` and those of Prerender. */
export async function render(c: AppContext, backend: Backend, line: RenderLine): Promise<Response> {
  const { width, height } = backend;
  const passesRedirects = c.req.header(MIDDLEWARE_MARKER) !== undefined;
  const request = readRenderRequest(line, { width, height, passesRedirects });
  noteTarget(c, request.url);
  if (c.req.method !== 'POST') return answerRender(c, backend, request);
  const picture = parsePictureOptions(await readBody(c));
  return answerRender(c, backend, { ...request, options: { ...request.options, picture } });
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
