/** A small site whose faults are written down beside its pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a path is answered with; in every text `HOST` is the address of the site. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** See the head of the file. */
export interface SmallSite {
  readonly name: string;
  /** Answers by path with its query; a text is a page. */
  readonly pages: Readonly<Record<string, string | Answer>>;
  /** What every path is answered with that begins so and has no answer of its own. */
  readonly folders: Readonly<Record<string, string>>;
  /** What the audit has to find, as `kind path`. */
  readonly expected: readonly string[];
}

/** Text that no other page has. */
export function prose(name: string, number = 40): string {
  let state = Buffer.from(name).reduce((sum, byte) => (sum * 33 + byte) >>> 0, 5);
  return Array.from({ length: number }, () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return `v${(state >>> 8).toString(36)}`;
  }).join(' ');
}

/** Links to several addresses. */
export function links(...hrefs: readonly string[]): string {
  return hrefs.map((href) => `<a href="${href}">To ${href}</a>`).join(' ');
}

/** Answers the requests of a site. */
export function handlerOf({ pages, folders }: SmallSite): (request: IncomingMessage, response: ServerResponse) => void {
  return ({ url = '/', headers: { host = '' } }, response) => {
    const folder = Object.keys(folders).find((one) => url.startsWith(one));
    const found = pages[url] ?? (folder === undefined ? undefined : folders[folder]);
    const { status, headers, body } = answerOf(found);
    const filled = (text: string) => text.replaceAll('HOST', `http://${host}`);
    const sent = Object.entries(headers).map(([name, value]) => [name, filled(value)]);
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...Object.fromEntries(sent) });
    response.end(typeof body === 'string' ? filled(body) : body);
  };
}

function answerOf(found: string | Answer | undefined): Required<Answer> {
  if (found === undefined) return { status: 404, headers: {}, body: '<!doctype html><title>Nothing</title><p>None.' };
  if (typeof found === 'string') return { status: 200, headers: {}, body: found };
  return { status: 200, headers: {}, body: '', ...found };
}
