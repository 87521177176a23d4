/** Packages that only some caches need. */
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
  return loaded('datastore', DATASTORE, remedy, async () => (await import(DATASTORE)) as DatastorePackage);
}

async function loaded<T>(cache: string, name: string, remedy: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND';
    const trouble = isMissing ? `needs the package ${name}: ${remedy}` : `cannot use ${name}: ${message}`;
    throw new RendererError('invalid-configuration', `cache: "${cache}" ${trouble}`, { cause: error });
  }
}
