/** Sends requests to a witness over HTTP. Its answers are not trusted: `log/witness.ts` reads them. */
import type { WitnessAnswer } from '../log/index.ts';

/** A request. */
export interface WitnessRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string;
}

/** Sends a request. @throws {Error} for a witness that does not answer, or not in time, or too much */
export type AskWitness = (request: WitnessRequest) => Promise<WitnessAnswer>;

/** Bytes of an answer: some signature lines, or a checkpoint with them. */
const LONGEST_ANSWER = 64 * 1024;

/** @param milliseconds for the whole answer */
export function httpWitness(milliseconds = 10_000): AskWitness {
  return async ({ method, url, body }) => {
    const response = await answerOf(url, {
      method,
      // Redirects are not followed: the host did not name the other address.
      redirect: 'error',
      signal: AbortSignal.timeout(milliseconds),
      ...(body !== undefined && { body, headers: { 'content-type': 'text/plain; charset=utf-8' } }),
    });
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: await textOf(response),
    };
  };
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    // The cause contains the reason: "fetch failed" says nothing.
    const { cause, message } = error as Error;
    throw new Error(cause instanceof Error && cause.message !== '' ? cause.message : message, { cause: error });
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > LONGEST_ANSWER) throw new Error(`it answered with more than ${LONGEST_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
