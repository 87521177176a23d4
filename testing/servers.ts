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

/** A server and where it was looked for, without passwords. */
export function serverAt(title: string, ...urls: readonly string[]): string {
  return `${title} (${urls.map((url) => Object.assign(new URL(url), { password: '' }).href).join(', ')})`;
}

/**
 * Declares one skipped test in place of those that need a server which does not answer.
 *
 * @param server what the summary of a run names: the server and where it was looked for
 * @param tests how many tests that costs, asked for when the test's turn comes
 */
export function skipWithout(title: string, server: string, tests: () => number): void {
  test(title, (context) => {
    context.skip(`${server} does not answer: ${tests()} tests`);
  });
}

/** The server that was missing and the tests which that cost, told from the reason of a skipped test. */
export function missingServer(reason: string): { server: string; tests: number } | undefined {
  const { server, tests } = REASON.exec(reason)?.groups ?? {};
  return server === undefined ? undefined : { server, tests: Number(tests) };
}
