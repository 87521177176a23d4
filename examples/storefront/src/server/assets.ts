import path from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';

const FOLDER = path.resolve(import.meta.dirname, '../..');

/** The modules that the compiled client imports by bare name, and where this server offers them. */
export const imports = {
  preact: '/vendor/preact.js',
  'preact/hooks': '/vendor/preact-hooks.js',
  'preact/jsx-runtime': '/vendor/preact-jsx-runtime.js',
} as const;

/** Files: the client's modules under `/client`, Preact's under `/vendor`, and everything in `public`. */
export function assets(): Router {
  const router = Router();
  for (const [name, address] of Object.entries(imports)) {
    const { dir, base } = path.parse(fileURLToPath(import.meta.resolve(name)));
    // With a root, a hidden folder further up (such as a checkout below ~/.work) is no reason to refuse the file.
    router.get(address, (_request, response) => response.type('text/javascript').sendFile(base, { root: dir }));
  }
  router.use('/client', express.static(path.join(FOLDER, 'dist/client'), { index: false, extensions: [] }));
  router.use(express.static(path.join(FOLDER, 'public'), { index: false }));
  return router;
}
