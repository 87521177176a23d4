/**
 * Stores the results of page-renderer in Google Cloud Datastore. The service loads it if its configuration says
 * `"cache": "datastore"`.
 *
 * @module
 */
import { Datastore } from '@google-cloud/datastore';
import type { CacheStore, StoreLimits } from 'page-renderer/stores';
import { DatastoreStore } from './datastore-store.ts';

export { DatastoreStore } from './datastore-store.ts';

/** A name that is never used for a result. */
const NOTHING = 'page-renderer-check';

/** The store in the project of the environment, with its credentials. Connects with the first request. */
export function openStore(limits: StoreLimits): CacheStore {
  return new DatastoreStore(new Datastore(), limits);
}

/**
 * Requests something that does not exist.
 *
 * @param timeout time limit of the request, in milliseconds
 * @throws the error of Datastore if it does not respond, or refuses
 */
export async function reach(timeout: number): Promise<void> {
  const datastore = new Datastore();
  await datastore.get(datastore.key([NOTHING, NOTHING]), { gaxOptions: { timeout } });
}
