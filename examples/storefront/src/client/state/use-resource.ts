import { useCallback, useEffect, useState } from 'preact/hooks';
import { ApiError, peek, read } from './api.ts';

/** The state of a resource that is being loaded. */
export type Resource<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly data: T }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly retry: () => void };

type Known<T> = { readonly address: string; readonly attempt: number } & (
  | { readonly data: T }
  | { readonly missing: boolean }
);

/** Loads an address of the API, again if the address changes. Earlier data is shown while it is loaded again. */
export function useResource<T>(address: string): Resource<T> {
  const [known, setKnown] = useState<Known<T>>();
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    const abort = new AbortController();
    read<T>(address, abort.signal).then(
      (data) => setKnown({ address, attempt, data }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setKnown({ address, attempt, missing: error instanceof ApiError && error.status === 404 });
      },
    );
    return () => abort.abort();
  }, [address, attempt]);

  if (known?.address !== address || known.attempt !== attempt) {
    const data = peek(address);
    return data === undefined ? { state: 'loading' } : { state: 'ready', data: data as T };
  }
  if ('data' in known) return { state: 'ready', data: known.data };
  return known.missing ? { state: 'missing' } : { state: 'failed', retry };
}
