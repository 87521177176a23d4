/** What npm asked the registry for, according to its log files. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGES } from '../build.ts';

/** The addresses in the log files of a folder (`logs-dir` of npm), also those that the cache of npm answered. */
export function addressesIn(logs: string): string[] {
  return readdirSync(logs).flatMap((file) =>
    Array.from(
      readFileSync(path.join(logs, file), 'utf8').matchAll(/^\d+ http (?:fetch|cache) .*?(https?:\/\/\S+)/gm),
      ([, address = '']) => decodeURIComponent(address),
    ),
  );
}

/** Checks that npm asked for packages, and for none of this repository. */
export function assertNotAsked(addresses: readonly string[]): void {
  assert.ok(addresses.length > 0, 'the log of npm has no addresses');
  const ours = new RegExp(`/(?:${PACKAGES.join('|')})(?:[/@?]|$)|advisories`);
  assert.deepEqual(
    addresses.filter((address) => ours.test(address)),
    [],
  );
}
