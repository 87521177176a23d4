/** Checks whether the cache of a configuration can be opened on this machine; nothing is written or connected to. */
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RendererConfig } from '../options/options.ts';
import { refuseForeign } from './stores/filesystem.ts';
import { cannotKeepIn } from './open.ts';
import { datastorePackage, installed } from './stores/installed.ts';

/** @throws {RendererError} `invalid-configuration`, as at start */
export async function checkCache({ cache, cacheConfig }: Pick<RendererConfig, 'cache' | 'cacheConfig'>): Promise<void> {
  switch (cache) {
    case 'filesystem':
      return checkFolder(cacheConfig.snapshotDir);
    case 'redis':
      return void (await installed('redis', 'ioredis', () => import('ioredis')));
    case 'datastore':
      return void (await datastorePackage());
    case 'memory':
    case null:
  }
}

async function checkFolder(folder: string): Promise<void> {
  const configured = path.resolve(folder);
  try {
    const there = await nearest(configured);
    if (there === configured) await refuseForeign(configured);
    await access(there, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw cannotKeepIn(folder, error);
  }
}

/** The folder itself, or the one where it would be created. @throws {Error} if there is something else with this name */
async function nearest(folder: string): Promise<string> {
  try {
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nearest(path.dirname(folder));
    throw error;
  }
  throw new Error(`${folder} is not a folder`);
}
