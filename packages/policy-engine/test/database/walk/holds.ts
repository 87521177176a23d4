/** What a walk must find. */
import assert from 'node:assert/strict';
import type { Walked } from './walk.ts';

/** Checks that no statement was refused, and nothing unexpected was logged. */
export function holds({ statements, refused, logged }: Walked): void {
  assert.deepEqual(refused, []);
  assert.deepEqual(
    logged.filter((line) => !EXPECTED.test(line)),
    [],
  );
  assert.ok(statements.size > 1000, String(statements.size));
}

/**
 * The clock of the shop is not that of the database; export and mail fail until they are mended; some people of decisions are not users
 * of the shop; and somebody forges decisions.
 */
const EXPECTED =
  /^(?:the clock of a host differs|the job (?:portability-export|mail) failed|a mail was dropped: it has no recipient|this host cannot authenticate an event)/;
