/** The shop on Nuxt, below a base path, built by Nitro for Node. */
import path from 'node:path';
import { copyShop, hostSuite } from '../../hosts/shop/suite.ts';

const folder = path.join(import.meta.dirname, '..', 'apps', 'shop');
const nuxt = path.join(import.meta.dirname, '..', 'node_modules', '.bin', 'nuxt');

copyShop(path.join(folder, 'server', 'lib'));
hostSuite({
  name: 'Nuxt',
  framework: 'nuxt',
  folder,
  base: '/shop',
  hasComponents: true,
  build: [[nuxt, 'build']],
  start: [process.execPath, '.output/server/index.mjs'],
});
