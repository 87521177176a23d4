/**
 * Draws the shop's pictures into `public/pictures`: `node demo/pictures/draw.ts`.
 *
 * They are in the repository, so that the shop runs without this step; a test compares them with the output of this program.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hero } from './hero.ts';
import { duneLamp, emberLantern, haloPendant } from './lighting.ts';
import { foldCan, mossPot, terracePlanter } from './plants.ts';
import { detail, front, type Placing, room, type Scenery } from './scenes.ts';
import { type Drawing, file } from './svg.ts';
import { brookCarafe, shorePlates, tideMug } from './tableware.ts';
import { harbourBlanket, meadowCushion, teaTowels } from './textiles.ts';

const lighting: Scenery = { wall: '#d9cfc0', shade: '#c5b8a4', light: '#ebe2d3', floor: '#b5a58d' };
const tableware: Scenery = { wall: '#dbe3e6', shade: '#c3d0d6', light: '#eef3f4', floor: '#b4c3ca' };
const plants: Scenery = { wall: '#dde3d3', shade: '#c5d0ba', light: '#eff2e8', floor: '#b3c1a6' };
const textiles: Scenery = { wall: '#ecdbd0', shade: '#dcc4b5', light: '#f7ede5', floor: '#cdb09e' };

const objects: readonly (readonly [() => Drawing, Scenery, Placing])[] = [
  [duneLamp, lighting, { scale: 1.25, look: [-110, -215, 2.9] }],
  [haloPendant, lighting, { scale: 1.15, hangs: true, look: [-60, -185, 2.7] }],
  [emberLantern, lighting, { scale: 1.2, look: [10, -165, 2.6] }],
  [tideMug, tableware, { scale: 1.3, look: [-10, -120, 3] }],
  [shorePlates, tableware, { scale: 1.25, look: [-80, -160, 3] }],
  [brookCarafe, tableware, { scale: 1.15, look: [-30, -240, 2.8] }],
  [terracePlanter, plants, { scale: 0.98, look: [20, -250, 2.4] }],
  [mossPot, plants, { scale: 1.1, hangs: true, look: [-70, -260, 2.6] }],
  [foldCan, plants, { scale: 1.25, look: [-90, -160, 2.7] }],
  [meadowCushion, textiles, { scale: 1.15, look: [60, -210, 2.7] }],
  [harbourBlanket, textiles, { scale: 1.15, look: [100, -80, 2.7] }],
  [teaTowels, textiles, { scale: 1.15, hangs: true, look: [-80, -180, 2.6] }],
];

/** Every picture of the shop by its file name. */
export function pictures(): Map<string, string> {
  const files = new Map([['hero.svg', file(1200, 800, hero())]]);
  for (const [index, [object, scenery, placing]] of objects.entries()) {
    for (const [view, scene] of Object.entries({ front, room, detail })) {
      files.set(`${index + 1}-${view}.svg`, file(800, 800, scene(object(), scenery, placing)));
    }
  }
  return files;
}

if (import.meta.main) {
  const folder = path.resolve(import.meta.dirname, '../public/pictures');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of pictures()) writeFileSync(path.join(folder, name), text);
}
