/** The shop on the App Router, below a base path, built by `next build` and run by `next start`. */
import path from 'node:path';
import { copyShop, hostSuite } from '../../hosts/shop/suite.ts';

const folder = path.join(import.meta.dirname, '..', 'apps', 'policies');
const next = path.join(import.meta.dirname, '..', 'node_modules', 'next', 'dist', 'bin', 'next');

copyShop(path.join(folder, 'lib'));
hostSuite({
  name: 'Next',
  framework: 'next',
  folder,
  base: '/shop',
  hasComponents: true,
  build: [[process.execPath, next, 'build']],
  start: [process.execPath, next, 'start', '-p', '$PORT', '-H', '127.0.0.1'],
  env: { NEXT_TELEMETRY_DISABLED: '1' },
});
