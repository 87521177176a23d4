import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What was asked of the stand-in. */
export interface Question {
  readonly method: string;
  /** The page's URL, decoded from the path. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Stands in for a page renderer where its failures have to be provoked: a real HTTP server on a real port, which answers
 * whatever the test tells it to. It renders nothing.
 */
export class StandInRenderer implements AsyncDisposable {
  readonly questions: Question[] = [];
  /** Called when the other side closes a connection before its answer has ended. */
  onAbort: () => void = () => {};
  answer: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'x-renderer': 'stand-in' });
    response.end('<!doctype html><title>rendered</title>');
  };

  readonly #server = createServer((request, response) => {
    this.questions.push({
      method: request.method ?? '',
      target: (request.url ?? '').replace(/^.*\/render\/(.*)/, (_, encoded: string) => decodeURIComponent(encoded)),
      headers: request.headers,
    });
    response.once('close', () => {
      if (!response.writableFinished) this.onAbort();
    });
    this.answer(request, response);
  });

  static async start(answer?: Answer): Promise<StandInRenderer> {
    const renderer = new StandInRenderer();
    if (answer) renderer.answer = answer;
    await new Promise<void>((resolve) => renderer.#server.listen(0, '127.0.0.1', resolve));
    return renderer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}
