import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Response, Router } from 'express';

const FOLDER = path.resolve(import.meta.dirname, '../..');
const CLIENT = path.join(FOLDER, 'dist/client');
const PUBLIC = path.join(FOLDER, 'public');

/** The files of the modules that the compiled client imports by bare name. */
const VENDOR = ['preact', 'preact/hooks', 'preact/jsx-runtime'].map((name) => ({
  name,
  served: `vendor/${name.replaceAll('/', '-')}.js`,
  file: fileURLToPath(import.meta.resolve(name)),
}));

/** Changes with each file of a page. */
const VERSION = versionOf([
  ...VENDOR.map(({ file }) => file),
  ...globSync([`${CLIENT}/**/*.js`, `${PUBLIC}/styles/*.css`]).toSorted(),
]);

function versionOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('base64url').slice(0, 12);
}

/** Address of this version of a file, such as `client/main.js` or `styles/base.css`; browsers request it once. */
export const assetAddress = (name: string): string => `/assets/${VERSION}/${name}`;

/** The modules that the compiled client imports by bare name, with their addresses on this server. */
export const imports: Readonly<Record<string, string>> = Object.fromEntries(
  VENDOR.map(({ name, served }) => [name, assetAddress(served)]),
);

/** A cached page may request an older version: it gets the current file, and must revalidate it. */
function setHeaders(response: Response): void {
  const isThisVersion = response.req.params['version'] === VERSION;
  response.set('Cache-Control', isThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/**
 * Serves files: at versioned addresses the modules of the client and of Preact and the styles; and everything in `public` and in
 * the folder of the pictures of products.
 */
export function assets(mediaFolder: string): Router {
  const router = Router();
  const options = { index: false, cacheControl: false, setHeaders } as const;
  for (const { served, file } of VENDOR) {
    const { dir, base } = path.parse(file);
    // With a root, a hidden parent folder (such as a checkout below ~/.work) does not cause a refusal.
    router.get(`/assets/:version/${served}`, (_request, response) => {
      setHeaders(response);
      response.type('text/javascript').sendFile(base, { root: dir, cacheControl: false });
    });
  }
  router.use('/assets/:version/client', express.static(CLIENT, options));
  router.use('/assets/:version/styles', express.static(path.join(PUBLIC, 'styles'), options));
  return router.use(express.static(PUBLIC, { index: false }), express.static(mediaFolder, { index: false }));
}
