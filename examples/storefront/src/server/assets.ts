import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Response, Router } from 'express';

const FOLDER = path.resolve(import.meta.dirname, '../..');
const CLIENT = path.join(FOLDER, 'dist/client');
const PUBLIC = path.join(FOLDER, 'public');

/** The files of the modules that the compiled client imports by bare name. */
const VENDOR: ReadonlyMap<string, string> = new Map(
  ['preact', 'preact/hooks', 'preact/jsx-runtime'].map((name) => [name, fileURLToPath(import.meta.resolve(name))]),
);

/** Changes with each file of a page. */
const VERSION = versionOf([...VENDOR.values(), ...filesBelow(CLIENT), ...filesBelow(path.join(PUBLIC, 'styles'))]);

function filesBelow(folder: string): string[] {
  return globSync('**/*.{js,css}', { cwd: folder })
    .toSorted()
    .map((name) => path.join(folder, name));
}

function versionOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('base64url').slice(0, 12);
}

/** Address of this version of a file, such as `client/main.js` or `styles/base.css`; browsers request it once. */
export const assetAddress = (name: string): string => `/assets/${VERSION}/${name}`;

const vendorFile = (name: string): string => `vendor/${name.replaceAll('/', '-')}.js`;

/** The modules that the compiled client imports by bare name, with their addresses on this server. */
export const imports: Readonly<Record<string, string>> = Object.fromEntries(
  [...VENDOR.keys()].map((name) => [name, assetAddress(vendorFile(name))]),
);

/** A cached page may request an older version: it gets the current file, and must revalidate it. */
function setHeaders(response: Response): void {
  const isThisVersion = response.req.params['version'] === VERSION;
  response.set('Cache-Control', isThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/** Serves files: at versioned addresses the modules of the client and of Preact and the styles; and everything in `public`. */
export function assets(): Router {
  const router = Router();
  const options = { index: false, cacheControl: false, setHeaders } as const;
  for (const [name, file] of VENDOR) {
    const { dir, base } = path.parse(file);
    // With a root, a hidden parent folder (such as a checkout below ~/.work) does not cause a refusal.
    router.get(`/assets/:version/${vendorFile(name)}`, (_request, response) => {
      setHeaders(response);
      response.type('text/javascript').sendFile(base, { root: dir, cacheControl: false });
    });
  }
  router.use('/assets/:version/client', express.static(CLIENT, { ...options, extensions: [] }));
  router.use('/assets/:version/styles', express.static(path.join(PUBLIC, 'styles'), options));
  router.use(express.static(PUBLIC, { index: false }));
  return router;
}
