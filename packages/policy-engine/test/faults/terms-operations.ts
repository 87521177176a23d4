/** Texts, written through the panel and through `engine.terms`. */
import type { Operation } from './loop.ts';
import type { World } from './world.ts';

const TERMS = '/categories/age/terms';
const TEXT = { description: 'Be 17.', translations: { fr: 'Ayez 17 ans.' } };

/** Creates a draft, and stores its ID. */
async function draft(world: World): Promise<void> {
  const { id } = await world.engine.terms.create('age', { markdown: 'Be 17.', translations: { fr: 'Ayez 17 ans.' } });
  world.notes.set('term', id);
}

async function scheduled(world: World): Promise<void> {
  await draft(world);
  await world.engine.terms.publish(world.note('term'), { at: new Date('2026-12-01T00:00:00Z') });
}

const one = (world: World) => `${TERMS}/${world.note('term')}`;
const admin = (method: string, path: (world: World) => string, body?: unknown) => (world: World) =>
  world.ask('admin', method, `${path(world)}.json`, { body });

/** First checks whether the text exists: each call creates one. */
const unlessWritten = (write: (world: World) => Promise<unknown>) => async (world: World) => {
  const terms = await world.engine.terms.list('age');
  if (!terms.some(({ markdown }) => markdown.trim() === 'Be 17.')) await write(world);
};

const create = admin('POST', () => TERMS, TEXT);
const createPublished = admin('POST', () => TERMS, { ...TEXT, state: 'published' });
const createByHost = (world: World) => world.engine.terms.create('age', { markdown: 'Be 17.' });

export const termsOperations: readonly Operation[] = [
  { name: 'the panel creates a draft', run: create, again: unlessWritten(create) },
  { name: 'the panel creates and publishes a text', run: createPublished, again: unlessWritten(createPublished) },
  { name: 'the panel changes a draft', prepare: draft, run: admin('PATCH', one, { description: 'Be 18.' }) },
  { name: 'the panel publishes a draft', prepare: draft, run: admin('PATCH', one, { state: 'published' }) },
  {
    name: 'the panel schedules a draft before a scheduled version',
    prepare: async (world) => {
      await scheduled(world);
      await draft(world);
    },
    run: admin('PATCH', one, { state: 'published', published_at: '2026-06-01T00:00:00Z' }),
  },
  {
    name: 'the panel takes a scheduled version back',
    prepare: scheduled,
    run: admin('PATCH', one, { state: 'draft' }),
    hasSteps: true,
  },
  { name: 'the panel deletes a draft', prepare: draft, run: admin('DELETE', one), doneBefore: ['not_found'] },
  {
    name: 'the panel writes a translation',
    prepare: draft,
    run: admin('PUT', (world) => `${one(world)}/translations/es`, { description: 'Ten 17.' }),
  },
  {
    name: 'the panel removes a translation',
    prepare: draft,
    run: admin('DELETE', (world) => `${one(world)}/translations/fr`),
    doneBefore: ['not_found'],
  },
  { name: 'engine.terms.create', run: createByHost, again: unlessWritten(createByHost) },
  { name: 'engine.terms.publish', prepare: draft, run: (world) => world.engine.terms.publish(world.note('term')) },
  {
    name: 'engine.terms.import',
    run: (world) =>
      world.engine.terms.import([
        { rule: 'age', markdown: 'Be 17.', publishedAt: '2021-01-01T00:00:00Z', translations: { fr: 'Ayez 17 ans.' } },
        { rule: 'cookie', markdown: 'Two cookies.', publishedAt: '2022-01-01T00:00:00Z' },
      ]),
  },
];
