/** The other company, on an origin of another site, with what it is asked for. */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type Listening, listening } from '../../../testing/listening.ts';
import type { Certificate } from './certificate.ts';

/** It counts its runs, and leaves a cookie and a key. */
const TAG = `
window.ran = (window.ran ?? 0) + 1;
document.cookie = '_t=1; Path=/';
localStorage.setItem('_t_local', '1');
`;
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>';

/** A running server. */
export interface Partner {
  readonly origin: string;
  /** Paths that were requested since the last call, each once, sorted. */
  requested(): string[];
  readonly server: Listening;
}

/** Starts it. @param certificate https with it; without one, http */
export async function startPartner(certificate: Certificate | null): Promise<Partner> {
  let paths: string[] = [];
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? '';
    paths.push(path);
    const [type, text] = path.startsWith('/tag')
      ? ['text/javascript', TAG]
      : path.startsWith('/picture')
        ? ['image/svg+xml', PICTURE]
        : ['text/html', '<!doctype html><title>Film</title><p>A film</p>'];
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
  };
  const server = await listening(certificate ? createSecureServer(certificate, answer) : createServer(answer));
  return {
    // Browsers take this name for another site than the address.
    origin: `${certificate ? 'https' : 'http'}://localhost:${server.port}`,
    requested() {
      const since = [...new Set(paths)].toSorted();
      paths = [];
      return since;
    },
    server,
  };
}
