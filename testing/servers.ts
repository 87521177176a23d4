import { connect } from 'node:net';
import { test } from 'node:test';

const REASON = /^(?<server>.+) does not answer: (?<tests>\d+) tests?$/;

/** Whether the host and port of a URL accept connections within a second. */
export async function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  socket.setTimeout(1_000, () => resolve(false));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

/** A server and its address, without passwords. */
export function serverAt(title: string, ...urls: readonly string[]): string {
  return `${title} (${urls.map((url) => Object.assign(new URL(url), { password: '' }).href).join(', ')})`;
}

/**
 * Declares one skipped test in place of those that need a server that does not respond.
 *
 * @param server the text for the summary of a run: the server and its address
 * @param tests function that returns the number of skipped tests, called when the test runs
 */
export function skipWithout(title: string, server: string, tests: () => number): void {
  test(title, (context) => {
    context.skip(`${server} does not answer: ${tests()} tests`);
  });
}

/** The missing server and the number of skipped tests, parsed from the reason of a skipped test. */
export function missingServer(reason: string): { server: string; tests: number } | undefined {
  const { server, tests } = REASON.exec(reason)?.groups ?? {};
  return server === undefined ? undefined : { server, tests: Number(tests) };
}
