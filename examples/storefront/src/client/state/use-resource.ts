import { useCallback, useEffect, useState } from 'preact/hooks';
import { peek, read } from './api.ts';

/** The state of a resource that is being loaded. */
export type Resource<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly data: T }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly retry: () => void };

/** Loads an address of the API, again if the address changes. Earlier data is shown while it is loaded again. */
export function useResource<T>(address: string): Resource<T> {
  const [known, setKnown] = useState<{ key: string; resource: Resource<T> }>();
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const key = `${attempt} ${address}`;

  useEffect(() => {
    const abort = new AbortController();
    read<T>(address, abort.signal).then(
      (data) => setKnown({ key, resource: data === null ? { state: 'missing' } : { state: 'ready', data } }),
      () => abort.signal.aborted || setKnown({ key, resource: { state: 'failed', retry } }),
    );
    return () => abort.abort();
  }, [key]);

  if (known?.key === key) return known.resource;
  const data = peek(address) as T | undefined;
  return data === undefined ? { state: 'loading' } : { state: 'ready', data };
}
