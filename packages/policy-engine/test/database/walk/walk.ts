/**
 * One walk through the whole engine over one database: every statement is sent that the engine has.
 *
 * Each chapter is a part of the product; the coverage of the test beside it says which places with SQL no chapter reaches.
 */
import type { Database } from 'policy-engine';
import { TestWitness } from '../../proof/witness-support.ts';
import { startReceiver } from '../../webhooks/support.ts';
import { walkDecisions } from './decisions.ts';
import { walkHostTables } from './host-tables.ts';
import { walkLedger } from './ledger.ts';
import { walkMigrations } from './migrations.ts';
import { walkPlain } from './plain.ts';
import { walkRare } from './rare.ts';
import { walkReading } from './reading.ts';
import { recorded, type Recorded } from './recorded.ts';
import { walkRequests } from './requests.ts';
import { walkAnnouncements, walkTexts } from './texts.ts';
import { Walker } from './walker.ts';
import { walkWork, walkYears } from './work.ts';

/** What a walk has found. */
export interface Walked extends Omit<Recorded, 'database'> {
  readonly logged: readonly string[];
}

/**
 * Walks on an empty database.
 *
 * @param joined the same database, whose transactions are those of a host, except for migrations
 */
export async function walk(database: Database, joined: Database = database): Promise<Walked> {
  const { database: watched, also, ...record } = recorded(joined);
  await walkMigrations(joined === database ? watched : also(database));
  await walkHostTables(watched);
  await using receiver = await startReceiver();
  const walker = new Walker(watched);
  walker.receiver = receiver.url;
  const witness = await TestWitness.start('officer.example/w1', walker.now, watched);
  walker.witnesses = [witness.option];
  try {
    await walker.makeTables();
    await walker.start();
    await walker.addPeople('anna', 'bea', 'carl', 'dora', 'emil');
    await walkTexts(walker);
    await walkPlain(walker);
    await walkDecisions(walker);
    await walkAnnouncements(walker);
    await walkRequests(walker);
    await walkWork(walker);
    await walkLedger(walker, witness);
    await walkRare(watched);
    await walkReading(walker);
    await walkYears(walker);
    // What is still in memory is written.
    await walker.engine.stop();
    return { ...record, logged: walker.logged };
  } finally {
    await witness.down();
    walker.end();
  }
}
