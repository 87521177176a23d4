import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Response, Router } from 'express';

const CLIENT = path.resolve(import.meta.dirname, '../client');

/** The files of the modules that the compiled client imports by bare name. */
const VENDOR = ['preact', 'preact/hooks', 'preact/jsx-runtime'].map((name) => ({
  name,
  served: `vendor/${name.replaceAll('/', '-')}.js`,
  file: fileURLToPath(import.meta.resolve(name)),
}));

/** The files that pages load. */
export interface Assets {
  /** Address of this version of a file, such as `client/main.js` or `styles/base.css`; browsers request it once. */
  address(name: string): string;
  /** The modules that the compiled client imports by bare name, with their addresses on this server. */
  readonly imports: Readonly<Record<string, string>>;
  /** Serves them, and everything else in the public folder. */
  readonly router: Router;
}

/** @param publicFolder folder of styles, pictures and the icon */
export function createAssets(publicFolder: string): Assets {
  const styles = path.join(publicFolder, 'styles');
  const modules = globSync('**/*.js', { cwd: CLIENT }).map((name) => path.join(CLIENT, name));
  const sheets = globSync('*.css', { cwd: styles }).map((name) => path.join(styles, name));
  const hash = createHash('sha256');
  for (const file of [...VENDOR.map((module) => module.file), ...modules.toSorted(), ...sheets.toSorted()]) {
    hash.update(readFileSync(file));
  }
  const version = hash.digest('base64url').slice(0, 12);
  const address = (name: string): string => `/assets/${version}/${name}`;

  /** A cached page may request an older version: it gets the current file, and must revalidate it. */
  const setHeaders = (response: Response): void => {
    const isThisVersion = response.req.params['version'] === version;
    response.set('Cache-Control', isThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache');
  };

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
  router.use('/assets/:version/styles', express.static(styles, options));
  router.use(express.static(publicFolder, { index: false }));
  return { address, imports: Object.fromEntries(VENDOR.map(({ name, served }) => [name, address(served)])), router };
}
