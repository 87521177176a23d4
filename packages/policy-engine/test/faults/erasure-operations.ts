/** Erasure requests, up to the confirmation of the person's identity by a mailed link. */
import type { Operation } from './loop.ts';
import type { World } from './world.ts';

const MINE = '/user_erasure_requests';

const ask = (world: World) => world.ask('anna', 'POST', `${MINE}.json`);
const work = (world: World) => world.engine.jobs.runDue();

async function asked(world: World): Promise<void> {
  const { id } = (await (await ask(world)).json()) as { id: string };
  world.notes.set('request', id);
}

async function mailed(world: World): Promise<void> {
  await asked(world);
  await work(world);
}

const confirm = async (world: World) => {
  const mail = world.sent.findLast(({ text }) => text.includes('/erasure_identity?token='));
  const [, token = ''] = /token=(\w+)/.exec(mail?.text ?? '') ?? [];
  return world.ask(null, 'POST', '/erasure_identity.json', { body: { token } });
};

export const erasureOperations: readonly Operation[] = [
  { name: 'a person asks to be forgotten', run: ask, doneBefore: ['request_open'] },
  { name: 'a link is mailed by which they confirm who they are', prepare: asked, run: work, hasSteps: true },
  {
    name: 'a person has a new link mailed',
    prepare: mailed,
    run: (world) => world.ask('anna', 'POST', `${MINE}/${world.note('request')}/identity.json`),
    // Without a response the person requests another link, and the last one counts.
    mayDouble: /erasure_identify|Did you request/,
  },
  { name: 'a person confirms by a mailed link', prepare: mailed, run: confirm, doneBefore: ['identity_link_ended'] },
];
