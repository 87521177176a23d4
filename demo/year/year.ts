/**
 * A year of sample history: invented people decide, send requests and change their decisions through the engine, whose clock is
 * set to the time of each action. Nothing bypasses the engine, so that its data, above all its ledger, are the same as after a
 * real year.
 */
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { nodeSqliteDatabase, type PolicyEngine } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { createDemoAccounts } from '../seed/accounts.ts';
import { Passwords } from 'storefront/accounts/passwords';
import { Sessions } from 'storefront/accounts/sessions';
import { findByEmail, findUser, insertUser, type User } from 'storefront/accounts/users';
import { PUBLIC } from '../places.ts';
import { createSetup, once } from '../seed/once.ts';
import { createTables } from 'storefront/database/tables';
import { ADMIN_EMAIL, createEngine } from 'storefront/policies/engine';
import { ReviewPictures } from 'storefront/reviews/pictures';
import { planDemoAccounts, planMembers } from './members.ts';
import { Random } from './random.ts';
import { startParcels } from './parcels.ts';
import { type Failures, planOwnCopy, planRequests } from './requests.ts';
import { planTexts } from './texts.ts';
import { SampleClock, Timeline } from './timeline.ts';
import { daysOf, planVisitors } from './visitors.ts';
import { DAY, HOUR, SIGNED_IN, type World } from './world.ts';

/** The files and folders of the sample. */
export interface SamplePlaces {
  /** File of the database. It must not exist yet. */
  readonly databaseFile: string;
  /** File with the erased people. A file of an earlier database is renamed. */
  readonly journalFile: string;
  /** Folder of exports. */
  readonly exportFolder: string;
  /** Folder of the pictures of reviews. */
  readonly uploadFolder: string;
}

/** Step of the setup that marks a database that started with the sample. */
export const SAMPLE_YEAR = 'sample year';

/** The same people do the same in each run. */
const SEED = 20_260_101;
/** `N` of scrypt; low, because these passwords are public. */
const CHEAP = 1024;
const SECOND_ADMINISTRATOR = { email: 'jonas@example.test', name: 'Jonas Keller', admin: true };

/**
 * Creates a database with a year of sample history, unless it exists. The file appears only when it is complete: a killed
 * process leaves none, and of several processes that start at once, one creates it.
 *
 * @param end the end of the year. Default: now
 * @returns whether it was created
 */
export async function makeSampleYear(places: SamplePlaces, end: Date = new Date()): Promise<boolean> {
  const { databaseFile } = places;
  if (existsSync(databaseFile)) return false;
  const folder = path.dirname(databaseFile);
  mkdirSync(folder, { recursive: true });
  const made = path.join(folder, `sample-${randomUUID()}`);
  const clock = new SampleClock(end.getTime() - 400 * DAY);
  // In memory: a file would be synchronised at each of several thousand commits.
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
  // The file of an earlier database: its erasures do not concern this one.
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

/** Sets the clock of a database to the time of the sample: the storage time of events comes from the database, not the host. */
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
  await createSetup(database);
  await createTables(database);
  await createDemoAccounts(database, passwords);
  await using parcels = await startParcels();
  const failures: Failures = { diskIsFull: false, parcels };
  const engine = createEngine({
    database,
    passwords,
    sessions: new Sessions(database),
    pictures: new ReviewPictures(places.uploadFolder),
    publicFolder: PUBLIC,
    ...places,
    partners: { analytics: parcels.origin, films: parcels.origin, parcels: parcels.origin },
    // Failed jobs are part of the history; any other failure aborts its creation.
    onError: () => {},
    overrides: {
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

/** The periodic work of a real shop's process: sealing, here once a week, and background jobs, here once in four weeks. */
function planHousekeeping({ timeline, end }: World, engine: PolicyEngine): void {
  for (const { day, daysAgo } of daysOf(end)) {
    if (daysAgo % 7 !== 0) continue;
    timeline.add(day + 23 * HOUR, async () => {
      if (daysAgo % 28 === 0) await engine.jobs.runDue();
      await engine.ledger.seal();
    });
  }
}
