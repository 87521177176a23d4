/** The shop on SvelteKit, below a base path, built by Vite and adapter-node. */
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
  // adapter-node treats every request as one over TLS, unless it is configured to read a proxy's headers.
  isProxied: true,
  env: { ADDRESS_HEADER: 'x-forwarded-for', PROTOCOL_HEADER: 'x-forwarded-proto', HOST_HEADER: 'x-forwarded-host' },
});
