/** Requests for a person's data, and the background work that follows. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from './loop.ts';
import { jobsLeft } from './state.ts';
import type { World } from './world.ts';

const MINE = '/user_portability_requests';
const ALL = '/portability_requests';
const DAY = 24 * 3_600_000;

const work = (world: World) => world.engine.jobs.runDue();

async function requested(world: World): Promise<void> {
  const { id } = await world.engine.requests.create({ id: 'anna' }, { locale: 'en' });
  world.notes.set('request', id);
  await work(world);
}

async function confirmed(world: World): Promise<void> {
  await requested(world);
  await world.engine.requests.confirm(world.note('request'));
}

async function exported(world: World): Promise<void> {
  await confirmed(world);
  await work(world);
}

const act = (verb: string, body?: unknown) => (world: World) =>
  world.ask('admin', 'POST', `${ALL}/${world.note('request')}/${verb}.json`, { body });
const remove = (user: string, path: string) => (world: World) =>
  world.ask(user, 'DELETE', `${path}/${world.note('request')}.json`);

/** Lets a queue work until the export is complete and its mails are sent, or its process is killed. */
async function workRelayed(world: World): Promise<void> {
  const { engine, faults, underWay, files } = world;
  const isDone = async () => files.size > 0 && (await jobsLeft(world.database)) === 0;
  engine.start();
  for (let idle = 0; !faults.isDead && !(await isDone());) {
    await sleep(10);
    idle = underWay.count === 0 ? idle + 1 : 0;
    if (idle < 5) continue;
    // A lost job is added again after a minute, and started again once its claim has ended.
    world.pass(70_000);
    idle = 0;
  }
  await engine.stop();
  if (faults.isDead) throw faults.error();
}

/** An export that failed in all its attempts. */
async function failed(world: World): Promise<void> {
  await confirmed(world);
  world.isHostBroken = true;
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await work(world);
    world.pass(2 * 3_600_000);
  }
  await work(world);
  world.isHostBroken = false;
}

/** The ID of the job that failed permanently. */
async function failedJob(world: World): Promise<string> {
  const [job] = await world.engine.jobs.failed();
  if (job === undefined) throw new Error('no job has failed');
  return job.id;
}

const noteFailedJob = async (world: World) => {
  await failed(world);
  world.notes.set('job', await failedJob(world));
};

export const requestOperations: readonly Operation[] = [
  {
    name: 'a person asks for their data',
    run: (world) => world.ask('anna', 'POST', `${MINE}.json`),
    doneBefore: ['request_open'],
  },
  {
    name: 'engine.requests.create',
    run: (world) => world.engine.requests.create({ id: 'anna' }),
    doneBefore: ['request_open'],
  },
  { name: 'a person deletes their request', prepare: requested, run: remove('anna', MINE), doneBefore: ['not_found'] },
  { name: 'a person deletes their export', prepare: exported, run: remove('anna', MINE), doneBefore: ['not_found'] },
  {
    name: 'the panel confirms a request',
    prepare: requested,
    run: act('confirm'),
    doneBefore: ['request_not_pending'],
  },
  {
    name: 'engine.requests.confirm',
    prepare: requested,
    run: (world) => world.engine.requests.confirm(world.note('request')),
    doneBefore: ['request_not_pending'],
  },
  {
    name: 'the panel denies a request',
    prepare: requested,
    run: act('deny', { reason: 'We know no Anna.' }),
    doneBefore: ['request_closed'],
  },
  {
    name: 'engine.requests.deny while the export waits',
    prepare: confirmed,
    run: (world) => world.engine.requests.deny(world.note('request'), 'We know no Anna.'),
    doneBefore: ['request_closed'],
  },
  {
    name: 'the panel extends a deadline',
    prepare: requested,
    run: act('extend', { reason: 'So much data.' }),
    doneBefore: ['request_extended'],
  },
  { name: 'the panel deletes an export', prepare: exported, run: remove('admin', ALL), doneBefore: ['not_found'] },
  {
    name: 'the panel begins a failed export anew',
    prepare: failed,
    run: act('retry'),
    doneBefore: ['request_not_failed'],
  },
  {
    name: 'the panel begins a failed job anew',
    prepare: noteFailedJob,
    run: (world) => world.ask('admin', 'POST', `/jobs/${world.note('job')}/retry`),
    doneBefore: ['not_found'],
  },
  {
    name: 'engine.jobs.retry',
    prepare: noteFailedJob,
    run: (world) => world.engine.jobs.retry(world.note('job')),
  },
  {
    name: 'engine.jobs.discard',
    prepare: noteFailedJob,
    run: (world) => world.engine.jobs.discard(world.note('job')),
  },
  { name: 'an export runs, with its mails', prepare: confirmed, run: work, hasSteps: true },
  {
    name: 'an export runs through a queue outside of the database',
    prepare: confirmed,
    run: workRelayed,
    hasSteps: true,
    isRelayed: true,
  },
  {
    name: 'files of deleted requests are deleted',
    prepare: async (world) => {
      await exported(world);
      await remove('anna', MINE)(world);
    },
    run: work,
    hasSteps: true,
  },
  {
    name: 'exports whose time is over expire',
    prepare: async (world) => {
      await exported(world);
      world.pass(60 * DAY);
    },
    run: work,
    hasSteps: true,
  },
  {
    name: 'administrators are reminded, and get the head of the ledger',
    prepare: async (world) => {
      await requested(world);
      await world.ask('anna', 'PUT', '/user_terms/age/accept.json');
      world.pass(40 * DAY);
    },
    run: work,
    hasSteps: true,
  },
  {
    name: 'a person downloads their export',
    prepare: exported,
    run: async (world) => {
      const listed = await world.ask('anna', 'GET', `${MINE}.json`);
      const { portability_requests: requests } = (await listed.json()) as {
        portability_requests: ReadonlyArray<{ download_url: string }>;
      };
      const url = new URL(requests[0]?.download_url ?? '', 'http://host.test');
      const file = await world.ask('anna', 'GET', url.pathname.replace(/^\/policies/, '') + url.search);
      const content = Buffer.from(await file.arrayBuffer());
      if (!content.equals([...world.files.values()][0] ?? Buffer.of())) throw new Error('a download of something else');
    },
    hasSteps: true,
  },
];
