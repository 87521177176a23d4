/** `npm run serve --prefix site`: serves the built site on 127.0.0.1, with addresses without `.html`. */
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';

const WEB = path.join(import.meta.dirname, 'dist', 'web');
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** A server of the built site, which does not listen yet. */
export function siteServer(): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const wanted = path.join(WEB, decodeURIComponent(pathname));
    const found = [wanted, `${wanted}.html`, path.join(wanted, 'index.html')].find(
      (file) => file.startsWith(WEB) && isFile(file),
    );
    const file = found ?? path.join(WEB, '404.html');
    const type = TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream';
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': type }).end(readFileSync(file));
  });
}

if (import.meta.main) {
  const port = Number(process.env['PORT'] ?? 4173);
  siteServer().listen(port, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${port}/\n`));
}
