/** The response with a page in another form than HTML: made from the response with its HTML, cached or not. */
import { LRUCache } from 'lru-cache';
import { chooseEncoding, encodeBody, plainBody } from '../cache/results/encoding.ts';
import type { Bodies } from '../cache/stores/store.ts';
import { hasTag } from '../headers/conditional.ts';
import { type DerivedFormat, FORMATS } from '../grammar/dialects/format.ts';
import type { InspectedHtml } from './inspected.ts';
import type { FormatThreads } from './threads.ts';

/** Bytes of the forms that are kept, as they were sent. */
const KEPT = 32 * 1024 * 1024;
/** What each of them takes besides. */
const OVERHEAD = 500;

/** The parts of a request that decide about the response. */
export interface FormRequest {
  readonly method: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

interface Form {
  readonly bodies: Bodies;
  readonly size: number;
}

/** Makes forms, and keeps those of cached pages for as long as the page itself does not change. */
export class Forms {
  readonly #threads: FormatThreads;
  readonly #kept = new LRUCache<string, Form>({
    maxSize: KEPT,
    sizeCalculation: ({ bodies }, name) =>
      Object.values(bodies).reduce((sum, body) => sum + body.byteLength, name.length + OVERHEAD),
  });

  constructor(threads: FormatThreads) {
    this.#threads = threads;
  }

  /**
   * @param page the response with the page: whole, and without a coding
   * @param url the address that was asked for
   * @returns the page in this form; a response that is no rendered page as it is
   * @throws {RendererError} see {@link FormatThreads.make}
   */
  async answer(page: Response, url: URL, format: DerivedFormat, request: FormRequest): Promise<Response> {
    const isPage = page.headers.get('content-type')?.startsWith('text/html') === true;
    if (!isPage || page.body === null || page.headers.get('x-render-verdict') === 'passed-through') return page;
    const etag = page.headers.get('etag');
    const { bodies, size } = await this.#made(etag, () => page.text(), url.href, format);
    const coding = chooseEncoding(request.acceptEncoding, bodies);
    const headers = new Headers(page.headers);
    for (const name of ['content-length', 'content-security-policy']) headers.delete(name);
    headers.set('Content-Type', FORMATS[format]);
    if (etag !== null) {
      const own = `${etag.slice(1, -1)}.${format}`;
      headers.set('ETag', `"${own}${coding === 'identity' ? '' : `.${coding}`}"`);
      if (page.status === 200 && hasTag(request.ifNoneMatch, own)) return new Response(null, { status: 304, headers });
    }
    if (coding !== 'identity') headers.set('Content-Encoding', coding);
    const body = coding === 'identity' ? await plainBody({ bodies, size }) : bodies[coding]!;
    headers.set('Content-Length', String(body.byteLength));
    const sent = request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>);
    return new Response(sent, { status: page.status, headers });
  }

  /** What the inspection of a page shows of its HTML. @throws {RendererError} see {@link FormatThreads.make} */
  async inspect(html: string, url: URL): Promise<InspectedHtml> {
    return JSON.parse(await this.#threads.make({ html, url: url.href, format: 'inspected' })) as InspectedHtml;
  }

  async #made(etag: string | null, read: () => Promise<string>, url: string, format: DerivedFormat): Promise<Form> {
    const name = etag === null ? null : `${format} ${etag} ${url}`;
    const known = name === null ? undefined : this.#kept.get(name);
    if (known !== undefined) return known;
    const body = Buffer.from(await this.#threads.make({ html: await read(), url, format }));
    const form = { bodies: await encodeBody(body, 'text/plain'), size: body.byteLength };
    if (name !== null) this.#kept.set(name, form);
    return form;
  }
}
