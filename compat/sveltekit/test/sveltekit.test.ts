/** The shop on SvelteKit, below a base path, as Vite and adapter-node build it. */
import path from 'node:path';
import { copyShop, hostSuite } from '../../hosts/shop/suite.ts';

const folder = path.join(import.meta.dirname, '..', 'apps', 'shop');
const vite = path.join(import.meta.dirname, '..', 'node_modules', 'vite', 'bin', 'vite.js');

copyShop(path.join(folder, 'src', 'lib'));
hostSuite({
  name: 'SvelteKit',
  framework: '@sveltejs/kit',
  folder,
  base: '/shop',
  hasComponents: true,
  build: [[process.execPath, vite, 'build']],
  start: [process.execPath, 'build/index.js'],
  // adapter-node takes every request for one over TLS, unless it is told what a proxy says.
  isProxied: true,
  env: { ADDRESS_HEADER: 'x-forwarded-for', PROTOCOL_HEADER: 'x-forwarded-proto', HOST_HEADER: 'x-forwarded-host' },
});
