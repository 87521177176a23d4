/** `policy-engine init` in a project of each framework. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { initIn, type InitProject } from '../../../scripts/first-decision/init-suite.ts';
import { packInto, tarballIn } from '../../../scripts/packed.ts';
import { launchBrowser } from '../../../testing/browser.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'init-tarball-'));
const apps = path.join(import.meta.dirname, '..', 'apps');
let browser: Browser;

before(async () => {
  await packInto(folder);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** adapter-node must know the public address. */
const START: Readonly<Record<string, string>> = {
  'tanstack-start': 'npx vite preview --host 127.0.0.1 --port $PORT',
  sveltekit: 'ORIGIN=http://localhost:3000 NODE_ENV=production npm start',
};

const PAGE = '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>';

/** Projects by the generators that need nothing but the npm registry, in TypeScript. */
const GENERATED: readonly InitProject[] = [
  {
    name: 'nest new, Nest on Express',
    commands: ['npx @nestjs/cli@12.0.8 new . --package-manager npm --skip-git --skip-install'],
    files: {
      'src/app.service.ts': `import { Injectable } from '@nestjs/common';\n\n@Injectable()\nexport class AppService {\n  getHello(): string {\n    return '${PAGE}';\n  }\n}\n`,
    },
    start: 'NODE_ENV=production npm run start:prod',
  },
  {
    name: 'create-next-app',
    commands: [
      'npx create-next-app@16.4.3 . --yes --ts --app --empty --no-eslint --no-tailwind --src-dir --disable-git --skip-install',
    ],
    start: 'npm start',
  },
  {
    name: 'sv create',
    commands: [
      'npx sv@1.0.0-next.7 create . --template minimal --types ts --add sveltekit-adapter="adapter:node" --no-install',
    ],
    start: 'ORIGIN=http://localhost:3000 NODE_ENV=production node build',
  },
];

const tools = { tarballs: [tarballIn(folder, 'policy-engine')], browser: () => browser };
for (const name of readdirSync(apps).toSorted()) {
  initIn({ name, app: path.join(apps, name), start: START[name] ?? 'NODE_ENV=production npm start' }, tools);
}
for (const project of GENERATED) initIn(project, tools);
