/** A site whose pages have versions, and which sees how often each is rendered at the same time. */
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long the script of a page waits for its data, in milliseconds. */
const HOLD = 150;

/** A page that was requested while it was already being rendered. */
export interface Overlap {
  readonly page: number;
  /** On the clock of `performance`. */
  readonly at: number;
}

/** See the head of the file. */
export class Origin implements AsyncDisposable {
  /** The present version of each page. */
  readonly versions: number[];
  readonly overlaps: Overlap[] = [];
  renders = 0;
  /** Number of renders of each page that have begun and not ended. */
  readonly #active: number[];
  readonly #server = createServer((request, response) => {
    const [, kind, page = ''] = /^\/(page|data)\/(\d+)$/.exec(request.url ?? '') ?? [];
    if (kind === 'page') this.#sendPage(Number(page), response);
    else if (kind === 'data') this.#sendData(Number(page), response);
    else response.writeHead(404).end();
  });

  constructor(pages: number) {
    this.versions = Array.from({ length: pages }, () => 1);
    this.#active = this.versions.map(() => 0);
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
  }

  urlOf(page: number): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/page/${page}`;
  }

  /** The page and version that a rendered page shows; undefined if it is not one of these pages, or not complete. */
  static read(html: string): { page: number; version: number } | undefined {
    const [, page, version] = /<h1[^>]*>page (\d+) version (\d+) is complete<\/h1>/.exec(html) ?? [];
    return page === undefined ? undefined : { page: Number(page), version: Number(version) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => void this.#server.close(resolve));
  }

  #sendPage(page: number, response: ServerResponse): void {
    this.renders += 1;
    if ((this.#active[page] ?? 0) > 0) this.overlaps.push({ page, at: performance.now() });
    response.setHeader('Content-Type', 'text/html').setHeader('Cache-Control', 'no-cache').end(`<!doctype html>
<h1 id="a">page ${page} version ${this.versions[page] ?? 0}</h1>
<script>fetch('/data/${page}').then((r) => r.text()).then((text) => { a.textContent += text; });</script>`);
  }

  /** From its data on, a page counts as being rendered; a browser that is killed closes the connection. */
  #sendData(page: number, response: ServerResponse): void {
    this.#active[page] = (this.#active[page] ?? 0) + 1;
    setTimeout(() => response.end(' is complete'), HOLD);
    response.on('close', () => {
      this.#active[page] = (this.#active[page] ?? 0) - 1;
    });
  }
}
