/** Hosts without their own build, and one that esbuild bundles. */
import path from 'node:path';
import { hostSuite } from '../shop/suite.ts';

const folder = path.join(import.meta.dirname, '..');
const esbuild = path.join(folder, 'node_modules', '.bin', 'esbuild');
const decorators = '--tsconfig-raw={"compilerOptions":{"experimentalDecorators":true}}';

const NAMES = { node: 'Node', express: 'Express', fastify: 'Fastify', koa: 'Koa', hono: 'Hono' };

for (const name of ['node', 'express', 'fastify', 'koa', 'hono'] as const) {
  hostSuite({
    name: NAMES[name],
    ...(name !== 'node' && { framework: name }),
    folder,
    start: [process.execPath, `apps/${name}.js`],
  });
}

for (const name of ['express', 'fastify'] as const) {
  hostSuite({
    name: `Nest on ${NAMES[name]}`,
    framework: '@nestjs/core',
    folder,
    build: [
      [
        esbuild,
        'apps/nest.ts',
        '--bundle',
        '--platform=node',
        '--format=esm',
        '--packages=external',
        decorators,
        '--outfile=dist/nest.mjs',
      ],
    ],
    start: [process.execPath, 'dist/nest.mjs', name],
  });
}

hostSuite({
  name: 'Express, one file made by esbuild',
  framework: 'express',
  folder,
  build: [[esbuild, 'apps/express.js', '--bundle', '--platform=node', '--outfile=dist/express.cjs']],
  start: [process.execPath, 'dist/express.cjs'],
});
