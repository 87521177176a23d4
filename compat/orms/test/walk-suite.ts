/** Every statement of the engine on the connections of an ORM, and in its transactions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import { holds } from '../../../packages/policy-engine/test/database/walk/holds.ts';
import { walk } from '../../../packages/policy-engine/test/database/walk/walk.ts';
import { over } from '../../../packages/policy-engine/test/faults/ports.ts';
import { createTarget, type Kind } from './engine.ts';
import { reportResult } from './results.ts';
import type { Host } from './suite.ts';

type Work = (inner: Database) => Promise<unknown>;

const timeout = 900_000;

/** Defines the walks; each takes a minute or more. */
export function walkSuite(name: string, kind: Kind, open: (url: string) => Promise<Host>): void {
  describe(`every statement runs over ${name} on ${kind}`, () => {
    reportResult(name, kind, 'statements');
    const walked = async (joinedOf?: (host: Host) => Database): Promise<void> => {
      const target = await createTarget(kind);
      const host = await open(target.url);
      try {
        holds(await walk(host.database, joinedOf?.(host)));
      } finally {
        await host.database.close();
        await host.close();
        await target.drop();
      }
    };

    test('on its connections', { timeout }, () => walked());

    test('in its transactions', { timeout }, async () => {
      let transactions = 0;
      await walked((host) => {
        let last: Promise<unknown> = Promise.resolve();
        const begin = (work: Work): Promise<unknown> => {
          // Migrations are the engine's own: on MySQL, `create table` would commit a transaction of the host.
          if (/[\\/]migrate\.js\b/.test(new Error('called from').stack ?? '')) return host.database.transaction(work);
          transactions += 1;
          return host.transaction((transaction) => work(transaction));
        };
        const inTurn = (work: Work): Promise<unknown> => (last = last.catch(() => {}).then(() => begin(work)));
        return over(host.database, { transaction: host.oneAtATime === true ? inTurn : begin });
      });
      assert.ok(transactions > 100, String(transactions));
    });
  });
}
