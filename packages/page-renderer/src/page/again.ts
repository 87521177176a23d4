/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** An answer as a page's `fetch` gets it. */
export interface FetchedAnswer {
  url: string;
  status: number;
  /** Names are in lower case; values of several of a name are joined by commas. */
  headers: Array<[name: string, value: string]>;
}

/** A piece of its body. */
export interface FetchedPiece {
  /** Base64. */
  data: string;
  isLast: boolean;
}

interface World {
  bodyReader?: ReadableStreamDefaultReader<Uint8Array> | undefined;
}

/**
 * Fetches the address of the page once more and keeps its body to be read by {@link readPiece}: unlike a navigation, a
 * `fetch` fails where a body breaks off.
 */
export async function fetchAgain(accept: string): Promise<FetchedAnswer> {
  const answer = await fetch(location.href, {
    headers: { Accept: accept },
    cache: 'no-store',
    credentials: 'include',
    referrerPolicy: 'no-referrer',
  });
  (globalThis as World).bodyReader = answer.body?.getReader();
  return { url: answer.url, status: answer.status, headers: [...answer.headers] };
}

/** Reads the next piece of the body that {@link fetchAgain} has kept. */
export async function readPiece(): Promise<FetchedPiece> {
  const read = await (globalThis as World).bodyReader?.read();
  const bytes = read?.value ?? new Uint8Array();
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return { data: btoa(text), isLast: read?.done ?? true };
}
