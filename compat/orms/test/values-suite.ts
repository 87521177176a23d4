/** Values of columns in an export, through an ORM: by data rules on its connections, and as its own queries return them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { exportRows, exportSamples } from '../../../packages/policy-engine/test/database/values/exported.ts';
import {
  applicationOn,
  changedValues,
  createSamples,
  rowsOf,
} from '../../../packages/policy-engine/test/database/values/round-trip.ts';
import { createTarget, type Kind } from './engine.ts';
import { reportResult } from './results.ts';
import type { Host } from './suite.ts';

const PHOTO = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 7)]);

/** A row with what drivers return in forms of their own. */
const OWN: Readonly<Record<Kind, string>> = {
  PostgreSQL: `select date '1990-02-02' as born, cast(12.50 as numeric(8, 2)) as price, 9007199254740993 as big,
    timestamptz '2026-11-21 09:30:00.123+00' as seen, decode('${PHOTO.toString('hex')}', 'hex') as photo, cast('{"a":[1]}' as jsonb) as facts`,
  MariaDB: `select cast('1990-02-02' as date) as born, cast(12.50 as decimal(8, 2)) as price, '9007199254740993' as big,
    x'${PHOTO.toString('hex')}' as photo`,
  SQLite: "select '1990-02-02' as born, 12.5 as price, '9007199254740993' as big, photo from photos",
};

/** Defines the suite. Before, the process has a time zone east of UTC, where midnight is in the day before. */
export function valuesSuite(name: string, kind: Kind, open: (url: string) => Promise<Host>): void {
  describe(`values in an export, over ${name} on ${kind}`, () => {
    reportResult(name, kind, 'values');
    const over = async (work: (host: Host, url: string) => Promise<void>) => {
      const target = await createTarget(kind);
      const host = await open(target.url);
      try {
        await work(host, target.url);
      } finally {
        await host.database.close();
        await host.close();
        await target.drop();
      }
    };

    test('each value of each type is read again without a change', () =>
      over(async ({ database }, url) => {
        await using application = await applicationOn(database, url);
        await createSamples(application);
        const exported = await exportSamples(database);
        assert.deepEqual(await changedValues(application, exported), []);
        assert.equal(exported.rows.length, rowsOf(database.dialect));
      }));

    test('what its own query returns keeps its day, its digits and its bytes', () =>
      over(async ({ database, rows }) => {
        if (kind === 'SQLite') {
          // Prisma reads bytes of columns only.
          await database.execute('create table photos (photo blob)');
          await database.execute('insert into photos values (?)', [PHOTO]);
        }
        const found = await rows(OWN[kind]);
        assert.equal(found.length, 1);
        const { json, files } = await exportRows(database, found);
        const [row] = JSON.parse(json) as [Record<string, unknown>];
        assert.match(String(row['born']), /^1990-02-02/);
        assert.equal(Number(row['price']), 12.5);
        assert.equal(row['big'], '9007199254740993');
        const { path, sha256 } = row['photo'] as { path: string; sha256: string };
        assert.equal(sha256, createHash('sha256').update(PHOTO).digest('hex'));
        assert.deepEqual(files.get(path), PHOTO);
        if (kind !== 'PostgreSQL') return;
        assert.equal(new Date(String(row['seen'])).getTime(), Date.parse('2026-11-21T09:30:00.123Z'));
        assert.deepEqual(row['facts'], { a: [1] });
      }));
  });
}
