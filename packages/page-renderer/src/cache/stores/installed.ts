/** Packages that only some caches need. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RendererError } from '../../kernel/errors.ts';
import type { CacheStore, StoreLimits } from './store.ts';

/** Loads the client of a store from a registry. @throws {RendererError} `invalid-configuration` if it is not installed */
export async function installed<T>(cache: string, name: string, load: () => Promise<T>): Promise<T> {
  return loaded(cache, name, `npm install ${name}`, load);
}

/** The package `page-renderer-datastore`. */
export interface DatastorePackage {
  /** The store in the project of the environment. */
  readonly openStore: (limits: StoreLimits) => CacheStore;
  /** Requests something that does not exist. @param timeout milliseconds @throws the error of Datastore */
  readonly reach: (timeout: number) => Promise<void>;
}

/** By its name at run time: it depends on this package, so that its types are not known here. */
const DATASTORE = 'page-renderer-datastore';

/** Loads {@link DatastorePackage}. @throws {RendererError} `invalid-configuration` if it is not installed */
export async function datastorePackage(): Promise<DatastorePackage> {
  const remedy = 'docs/operations.md says how to install it';
  return loaded('datastore', DATASTORE, remedy, async () => (await importBeside(DATASTORE)) as DatastorePackage);
}

/** Imports a package that is installed beside this one or, as with pnpm, only in the folder in which the service starts. */
async function importBeside(name: string): Promise<unknown> {
  try {
    return await import(name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    let file: string;
    try {
      file = createRequire(path.resolve('start.js')).resolve(name);
    } catch {
      throw error;
    }
    return import(pathToFileURL(file).href);
  }
}

const isNotFound = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';

async function loaded<T>(cache: string, name: string, remedy: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const trouble = isNotFound(error)
      ? `needs the package ${name}: ${remedy}`
      : `cannot use ${name}: ${(error as Error).message}`;
    throw new RendererError('invalid-configuration', `cache: "${cache}" ${trouble}`, { cause: error });
  }
}
