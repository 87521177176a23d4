/**
 * A year of sample history: people who don't exist decide, ask and change their minds through the engine, whose clock is set to
 * the time of each act. Nothing is written past the engine, so that what it makes of it, its ledger above all, is what a year
 * would have left.
 */
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { nodeSqliteDatabase, type PolicyEngine } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { ADMIN_EMAIL, createDemoAccounts } from '../accounts/demo-accounts.ts';
import { Passwords } from '../accounts/passwords.ts';
import { Sessions } from '../accounts/sessions.ts';
import { findByEmail, findUser, insertUser, type User } from '../accounts/users.ts';
import { once } from '../database/setup.ts';
import { createTables } from '../database/tables.ts';
import { createEngine } from '../policies/engine.ts';
import { ReviewPictures } from '../reviews/pictures.ts';
import { planDemoAccounts, planMembers } from './members.ts';
import { Random } from './random.ts';
import { startParcels } from './parcels.ts';
import { type Failures, planOwnCopy, planRequests } from './requests.ts';
import { planTexts } from './texts.ts';
import { SampleClock, Timeline } from './timeline.ts';
import { daysOf, planVisitors } from './visitors.ts';
import { DAY, HOUR, SIGNED_IN, type World } from './world.ts';

/** Where the sample is put. */
export interface SamplePlaces {
  /** File of the database. There must be none yet. */
  readonly databaseFile: string;
  /** File that notes who was forgotten. One of a database that is gone is put aside. */
  readonly journalFile: string;
  /** Where exports are kept. */
  readonly exportFolder: string;
  /** Where the pictures of reviews are. */
  readonly uploadFolder: string;
}

/** Step of the setup by which a database tells that it began with the sample. */
export const SAMPLE_YEAR = 'sample year';

/** The same people do the same each time. */
const SEED = 20_260_101;
/** `N` of scrypt: these passwords are known to everybody. */
const CHEAP = 1024;
const SECOND_ADMINISTRATOR = { email: 'jonas@example.test', name: 'Jonas Keller', admin: true };

/**
 * Makes a database with a year of sample history, unless there is one. The file is there when all of it is written, and not
 * before: a process that is killed leaves none, and of several that start at once one makes it.
 *
 * @param end the moment that the year leads up to. Default: now
 * @returns whether it was made
 */
export async function makeSampleYear(places: SamplePlaces, end: Date = new Date()): Promise<boolean> {
  const { databaseFile } = places;
  if (existsSync(databaseFile)) return false;
  const folder = path.dirname(databaseFile);
  mkdirSync(folder, { recursive: true });
  const made = path.join(folder, `sample-${randomUUID()}`);
  const clock = new SampleClock(end.getTime() - 400 * DAY);
  // In memory: a file would be synchronized at each of some thousand commits.
  const handle = new DatabaseSync(':memory:');
  try {
    setClock(handle, clock);
    await fill(handle, { places: { ...places, journalFile: `${made}.journal` }, clock, end: end.getTime() });
    handle.prepare('vacuum into ?').run(`${made}.db`);
    return putInPlace(made, places);
  } finally {
    handle.close();
    for (const suffix of ['db', 'journal']) rmSync(`${made}.${suffix}`, { force: true });
  }
}

function putInPlace(made: string, { databaseFile, journalFile }: SamplePlaces): boolean {
  if (existsSync(databaseFile)) return false;
  // That of a database which is gone: its erasures are none of this one's.
  if (existsSync(journalFile)) renameSync(journalFile, `${journalFile}.${Date.now()}.old`);
  mkdirSync(path.dirname(journalFile), { recursive: true });
  try {
    linkSync(`${made}.db`, databaseFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  copyFileSync(`${made}.journal`, journalFile);
  return true;
}

/** Gives a database the time of the sample: events note when they were stored, by its clock and not the host's. */
function setClock(handle: DatabaseSync, clock: SampleClock): void {
  handle.function('strftime', (format, time) => {
    if (format === '%Y-%m-%dT%H:%M:%fZ' && time === 'now') return clock.now().toISOString();
    throw new Error(`the clock of the sample does not know strftime('${String(format)}', '${String(time)}')`);
  });
}

interface Filling {
  readonly places: SamplePlaces;
  readonly clock: SampleClock;
  readonly end: number;
}

async function fill(handle: DatabaseSync, { places, clock, end }: Filling): Promise<void> {
  const database = nodeSqliteDatabase(handle);
  const passwords = new Passwords(CHEAP);
  await createTables(database);
  await createDemoAccounts(database, passwords);
  await using parcels = await startParcels();
  const failures: Failures = { diskIsFull: false, parcels };
  const engine = createEngine({
    database,
    passwords,
    sessions: new Sessions(database),
    pictures: new ReviewPictures(places.uploadFolder),
    origin: undefined,
    mailUrl: undefined,
    ...places,
    partners: { analytics: parcels.origin, films: parcels.origin, parcels: parcels.origin },
    // What fails is part of the history; a request that fails otherwise ends the making of it.
    onError: () => {},
    sample: {
      now: clock.now,
      writeLimit: false,
      attachments: { storage: storageOn(failures, places.exportFolder) },
      currentUser: async (request) => {
        const user = await findUser(database, request.headers.get(SIGNED_IN) ?? '');
        return user && { id: user.id, record: user };
      },
    },
  });
  await engine.migrate();
  const timeline = new Timeline(clock, end);
  const passwordHash = await passwords.hash('demo');
  await plan({ database, engine, random: new Random(SEED), clock, timeline, end, passwordHash }, failures);
  await timeline.play();
  await engine.jobs.runDue();
  await engine.ledger.seal();
  await engine.stop();
  await once(database, SAMPLE_YEAR, async () => {});
}

/** Storage of exports whose disk can be full. */
function storageOn(failures: Failures, folder: string): ReturnType<typeof localAttachments> {
  const storage = localAttachments(folder);
  return {
    put: (name, content, info) => {
      if (failures.diskIsFull) throw new Error('ENOSPC: no space left on device, write');
      return storage.put(name, content, info);
    },
    get: (name, range) => storage.get(name, range),
    size: (name) => storage.size(name),
    delete: (name) => storage.delete(name),
  };
}

async function plan(world: World, failures: Failures): Promise<void> {
  const { database, passwordHash, engine, end } = world;
  const first = (await findByEmail(database, ADMIN_EMAIL))?.user;
  if (first === undefined) throw new Error('there is no administrator');
  const since = new Date(end - 380 * DAY);
  const second = await insertUser(database, { ...SECOND_ADMINISTRATOR, passwordHash, since });
  const administrators: readonly [User, User] = [first, second];
  planTexts(world, administrators);
  planVisitors(world);
  const members = planMembers(world);
  const [, settled] = await planDemoAccounts(world);
  planRequests(world, { members, administrators, failures });
  if (settled !== undefined) planOwnCopy(world, { members, administrators, failures }, settled);
  planHousekeeping(world, engine);
}

/** What a process of a real shop does by itself all the time: sealing, here each week, and other work, here each fourth. */
function planHousekeeping({ timeline, end }: World, engine: PolicyEngine): void {
  for (const { day, daysAgo } of daysOf(end)) {
    if (daysAgo % 7 !== 0) continue;
    timeline.add(day + 23 * HOUR, async () => {
      if (daysAgo % 28 === 0) await engine.jobs.runDue();
      await engine.ledger.seal();
    });
  }
}
