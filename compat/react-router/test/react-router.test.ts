/** The shop on React Router in framework mode, below a base path, built by Vite and run by react-router-serve. */
import path from 'node:path';
import { copyShop, hostSuite } from '../../hosts/shop/suite.ts';

const folder = path.join(import.meta.dirname, '..', 'apps', 'shop');
const bin = (name: string) => path.join(import.meta.dirname, '..', 'node_modules', '.bin', name);

copyShop(path.join(folder, 'lib'));
hostSuite({
  name: 'React Router',
  framework: 'react-router',
  folder,
  base: '/shop',
  build: [[bin('react-router'), 'build']],
  start: [bin('react-router-serve'), 'build/server/index.js'],
});
