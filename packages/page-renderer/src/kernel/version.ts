import { readFileSync } from 'node:fs';

/** Version of this package. */
export const VERSION: string = version();

/** Name and version, which are appended to the user agent of the browser. */
export const PRODUCT: string = `page-renderer/${VERSION}`;

function version(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
