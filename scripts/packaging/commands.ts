import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKED } from '../packed.ts';

/** The commands that `npm run pack` has printed: `npm run test:packaging` packs once for all of its files. */
export const COMMANDS: readonly string[] = readFileSync(path.join(PACKED, 'commands.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
