/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** A response as a page's `fetch` gets it. */
export interface FetchedAnswer {
  url: string;
  status: number;
  /** Names are in lower case; several values of a name are joined by commas. Each character is a byte. */
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
 * Fetches the address of the page once more and keeps its body for {@link readPiece}: unlike a navigation, a
 * `fetch` fails if a body is incomplete.
 */
export async function fetchAgain(headers: Record<string, string>): Promise<FetchedAnswer> {
  void (globalThis as World).bodyReader?.cancel();
  const answer = await fetch(location.href, {
    headers,
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
  const bytes = (read?.value ?? new Uint8Array()) as Uint8Array & { toBase64?: () => string };
  const isLast = read?.done ?? true;
  if (bytes.toBase64) return { data: bytes.toBase64(), isLast };
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return { data: btoa(text), isLast };
}
