import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', 'fixtures');
const MODULES = path.join(import.meta.dirname, '..', '..', '..', '..', 'node_modules');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Serves the fixture pages, and under `/node_modules/` the packages that some of them use, some also at their old paths. */
export function serveFixture(request: IncomingMessage, response: ServerResponse): void {
  const asked = (request.url ?? '').split('?', 1)[0] ?? '';
  const pathname = asked.replace('/node_modules/shadycss/', '/node_modules/@webcomponents/shadycss/');
  const isModule = pathname.startsWith('/node_modules/');
  const file = isModule ? path.join(MODULES, pathname.slice('/node_modules/'.length)) : path.join(ROOT, pathname);
  try {
    const body = readFileSync(file);
    response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Nothing here</h1>');
  }
}
