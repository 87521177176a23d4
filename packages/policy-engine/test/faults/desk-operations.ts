/** The administrators' desk: messages with files, assignment, reopening, withdrawals, saved views, undo, the digest. */
import type { Operation } from './loop.ts';
import type { World } from './world.ts';

const DAY = 24 * 3_600_000;
const FILES = [{ name: 'answer.txt', content: Buffer.from('An answer.').toString('base64') }];
const VIEW = { path: '/requests', query: 'state=overdue', name: 'Overdue' };

const work = (world: World) => world.engine.jobs.runDue();

async function requested(world: World): Promise<void> {
  const { id } = await world.engine.requests.create({ id: 'anna' }, { locale: 'en' });
  world.notes.set('request', id);
  await work(world);
}

async function denied(world: World): Promise<void> {
  await requested(world);
  await world.engine.requests.deny(world.note('request'), 'We know no Anna.');
  await work(world);
}

const desk = (world: World, part: string) => `/requests/portability/${world.note('request')}/${part}`;
const send = (world: World) =>
  world.ask('admin', 'POST', desk(world, 'messages'), { body: { body: 'Who are you?', files: FILES } });
const answer = (world: World) =>
  world.ask('anna', 'POST', `/request_messages/portability/${world.note('request')}`, {
    body: { body: 'I am Anna.', files: FILES },
  });

/** A careful caller looks whether the message is there: each call writes one. */
const unlessWritten = (write: (world: World) => Promise<unknown>) => async (world: World) => {
  const response = await world.ask('admin', 'GET', desk(world, 'messages'));
  const { messages } = (await response.json()) as { readonly messages: readonly unknown[] };
  if (messages.length === 0) await write(world);
};

async function written(world: World): Promise<void> {
  await requested(world);
  await send(world);
  await work(world);
}

/** A template that was deleted, and can be put back. */
async function deleted(world: World): Promise<void> {
  await world.ask('admin', 'DELETE', '/requests/templates/sample.duty');
  const { rows } = await world.database.execute<{ id: string }>('select id from policy_manager_undoables');
  world.notes.set('undo', String(rows[0]?.id));
}

const saveView = (world: World) => world.ask('admin', 'POST', '/saved_views', { body: VIEW });
const views = async (world: World) => {
  const response = await world.ask('admin', 'GET', '/saved_views');
  return ((await response.json()) as { views: { id: string }[] }).views;
};

/** A draft that one administrator wants to publish, where two must. */
async function drafted(world: World): Promise<void> {
  const { id } = await world.engine.terms.create('age', { markdown: 'Be 17.' });
  world.notes.set('term', id);
}
const publish = (who: string) => (world: World) =>
  world.ask(who, 'PATCH', `/categories/age/terms/${world.note('term')}`, { body: { state: 'published' } });

/** An erasure that one administrator wants to confirm, where two must. */
async function wanted(world: World): Promise<void> {
  const { id } = await world.engine.erasure.create({ id: 'anna' }, { locale: 'en' });
  world.notes.set('erasure', id);
  await work(world);
}
const erase = (who: string) => (world: World) =>
  world.ask(who, 'PUT', `/erasure_requests/${world.note('erasure')}/confirm`, { body: {} });

const proposal = async (world: World) => {
  const response = await world.ask('admin', 'GET', '/approvals');
  return ((await response.json()) as { approvals: { id: string }[] }).approvals[0]?.id ?? '';
};

/** A second administrator is required. */
const fourEyesOperations: readonly Operation[] = [
  {
    name: 'the first of two administrators proposes to publish a text',
    needsTwo: true,
    prepare: drafted,
    run: publish('admin'),
    doneBefore: ['second_person_needed'],
  },
  {
    name: 'the second of two administrators publishes it',
    needsTwo: true,
    prepare: async (world) => {
      await drafted(world);
      await publish('admin')(world);
    },
    run: publish('berta'),
  },
  {
    name: 'the first of two administrators proposes an erasure',
    needsTwo: true,
    prepare: wanted,
    run: erase('admin'),
    doneBefore: ['second_person_needed'],
  },
  {
    name: 'the second of two administrators confirms it',
    needsTwo: true,
    prepare: async (world) => {
      await wanted(world);
      await erase('admin')(world);
    },
    run: erase('berta'),
    doneBefore: ['request_not_pending'],
  },
  {
    name: 'a proposal is withdrawn',
    needsTwo: true,
    prepare: async (world) => {
      await drafted(world);
      await publish('admin')(world);
      world.notes.set('proposal', await proposal(world));
    },
    run: (world) => world.ask('berta', 'DELETE', `/approvals/${world.note('proposal')}`),
    doneBefore: ['not_found'],
  },
];

export const deskOperations: readonly Operation[] = [
  ...fourEyesOperations,
  {
    name: 'the panel sends a message with a file',
    prepare: requested,
    run: send,
    again: unlessWritten(send),
    hasSteps: true,
  },
  {
    name: 'a person answers with a file',
    prepare: requested,
    run: answer,
    again: unlessWritten(answer),
    hasSteps: true,
  },
  {
    name: 'the mail about a message is sent, and its delivery recorded',
    prepare: async (world) => {
      await requested(world);
      await send(world);
    },
    run: work,
    hasSteps: true,
  },
  {
    name: 'messages and files of a deleted request are deleted',
    prepare: async (world) => {
      await written(world);
      await world.ask('admin', 'DELETE', `/portability_requests/${world.note('request')}`);
    },
    run: work,
    hasSteps: true,
  },
  {
    name: 'the panel deletes a request with messages',
    prepare: written,
    run: (world) => world.ask('admin', 'DELETE', `/portability_requests/${world.note('request')}`),
    doneBefore: ['not_found'],
  },
  {
    name: 'the panel assigns a request',
    prepare: requested,
    run: (world) => world.ask('admin', 'PUT', desk(world, 'assignment'), { body: { assignee: 'admin' } }),
    // Each call is logged.
    mayDouble: /action: .*request_assigned/,
  },
  {
    name: 'the panel reopens a denied request',
    prepare: denied,
    run: (world) =>
      world.ask('admin', 'POST', `/portability_requests/${world.note('request')}/reopen.json`, {
        body: { reason: 'We were wrong.' },
      }),
    doneBefore: ['request_reopen_refused'],
  },
  {
    name: 'the panel records a withdrawal by phone',
    prepare: (world) => world.ask('anna', 'PUT', '/user_terms/cookie/accept.json'),
    run: (world) =>
      world.ask('admin', 'POST', '/people/anna/withdrawals.json', {
        body: { rule: 'cookie', channel: 'phone', identity_verified: true },
      }),
    doneBefore: ['nothing_to_withdraw'],
  },
  {
    name: 'the panel saves a view',
    run: saveView,
    again: async (world) => {
      if ((await views(world)).length === 0) await saveView(world);
    },
  },
  {
    name: 'the panel deletes a view',
    prepare: async (world) => {
      await saveView(world);
      world.notes.set('view', String((await views(world))[0]?.id));
    },
    run: (world) => world.ask('admin', 'DELETE', `/saved_views/${world.note('view')}`),
    doneBefore: ['not_found'],
  },
  {
    name: 'the panel puts back what was deleted',
    prepare: deleted,
    run: (world) => world.ask('admin', 'POST', `/undo/${world.note('undo')}`),
    doneBefore: ['undo_over', 'not_found'],
  },
  {
    name: 'what can no longer be put back is forgotten',
    prepare: async (world) => {
      await deleted(world);
      world.pass(DAY);
    },
    run: work,
    hasSteps: true,
  },
  {
    name: 'the digest of the week is sent',
    prepare: async (world) => {
      await world.ask('admin', 'POST', '/preferences', { body: { digest: true, keys: true } });
      await work(world);
      world.pass(8 * DAY);
    },
    run: work,
    hasSteps: true,
  },
];
