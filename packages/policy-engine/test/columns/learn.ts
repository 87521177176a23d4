/**
 * `npm run columns`: learns which columns are personal from the schemas that a person read (`../data-map/schemas`), and writes the weights
 * (`draft/weights.json`). For the guide it measures each schema with a model that was learned without it and some others (`unseen.json`).
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { judgedTables } from '../../dist/modules/data-map/draft/draft.js';
import { learnedModel, type Model } from '../../dist/modules/data-map/draft/model.js';
import { singular, tokensOf } from '../../dist/platform/columns/tokens.js';
import { measuredDraft, peopleOf, type Reading, type ReadSchema, readSchemas } from '../data-map/read-schemas.ts';

interface Example {
  readonly schema: string;
  readonly features: readonly string[];
  readonly isPersonal: boolean;
}

/** A word or a feature that fewer schemas have is one of theirs alone. */
const LEAST_WORDS = 3;
const LEAST_FEATURES = 2;

/** Follow the regularized leader: gradients over the examples in a random order, where small weights become none. */
const RATE = 0.3;
const L1 = 5;
const L2 = 1;
const ROUNDS = 15;
const SEED = 7;

/** To be measured, the schemas are dealt to so many parts. */
const PARTS = 15;

const withoutPart = new Map<number, Model>();
const schemas = readSchemas();
const words = new Set(
  [...countBySchema(schemas, wordsOf)].filter(([, count]) => count >= LEAST_WORDS).map(([word]) => word),
);
const examples = schemas.flatMap(examplesOf);
const model = learned(examples);
write('../../src/modules/data-map/draft/weights.json', {
  bias: model.bias,
  weights: Object.fromEntries(
    Object.entries(model.weights).map(([kind, all]) => [
      kind,
      Object.entries(all)
        .map(([value, weight]) => `${weight} ${value}`)
        .join(', '),
    ]),
  ),
  words: [...words].toSorted().join(' '),
});
write('unseen.json', Object.fromEntries(schemas.map((read) => [read.name, unseen(read)])));

function write(file: string, value: unknown): void {
  writeFileSync(path.join(import.meta.dirname, file), `${JSON.stringify(value)}\n`);
}

function* wordsOf({ schema }: ReadSchema): Iterable<string> {
  for (const { table, columns } of schema.tables) {
    for (const name of [table, ...columns.keys()]) yield* tokensOf(name).map(singular);
  }
}

/** In how many schemas something occurs. */
function countBySchema<T>(some: readonly T[], of: (one: T) => Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of some) for (const word of new Set(of(one))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The columns that are judged by the model. Those about which two readers would differ teach nothing. */
function* judgedIn(read: ReadSchema): Iterable<{
  readonly features: readonly string[];
  readonly reading: Reading | undefined;
}> {
  const { schema, readings } = read;
  const { table: people } = peopleOf(read);
  for (const [table, judged] of judgedTables({
    schema,
    people,
    tables: schema.tables,
    model: { ...learnedModel(), words },
  })) {
    for (const column of table.columns.values()) {
      const reading = readings.get(`${table.table}.${column.name}`);
      if (reading !== 'either' && judged.isJudged(column)) yield { features: judged.featuresOf(column), reading };
    }
  }
}

function examplesOf(read: ReadSchema): Example[] {
  return [...judgedIn(read)].map(({ features, reading }) => ({
    schema: read.name,
    features,
    isPersonal: reading !== undefined,
  }));
}

function learned(from: readonly Example[]): Model {
  const bySchema = [...Map.groupBy(from, ({ schema }) => schema).values()];
  const counts = countBySchema(bySchema, (some) => some.flatMap(({ features }) => features));
  const places = new Map<string, number>();
  for (const [feature, count] of counts) if (count >= LEAST_FEATURES) places.set(feature, places.size);
  const bias = places.size;
  const rows = from.map(({ features, isPersonal }) => ({
    isPersonal,
    at: Int32Array.from([...features.flatMap((feature) => places.get(feature) ?? []), bias]),
  }));
  const gradients = new Float64Array(bias + 1);
  /** The roots of the sums of squared errors. */
  const roots = new Float64Array(bias + 1);
  const weightAt = (at: number): number => {
    const sum = gradients[at]!;
    const least = at === bias ? 0 : L1;
    if (Math.abs(sum) <= least) return 0;
    return -(sum - Math.sign(sum) * least) / ((1 + roots[at]!) / RATE + L2);
  };
  const random = randomOf(SEED);
  const order = rows.map((_, index) => index);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (const index of order) {
      const { at, isPersonal } = rows[index]!;
      let sum = 0;
      for (const place of at) sum += weightAt(place);
      const error = 1 / (1 + Math.exp(-sum)) - Number(isPersonal);
      for (const place of at) {
        const weight = weightAt(place);
        const before = roots[place]!;
        const root = Math.sqrt(before * before + error * error);
        gradients[place]! += error - ((root - before) / RATE) * weight;
        roots[place] = root;
      }
    }
  }
  const rounded = (at: number): number => Math.round(100 * weightAt(at)) / 100;
  const weights: Record<string, Record<string, number>> = {};
  for (const [feature, at] of [...places].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const weight = rounded(at);
    const middle = feature.indexOf('=');
    if (weight !== 0) (weights[feature.slice(0, middle)] ??= {})[feature.slice(middle + 1)] = weight;
  }
  return { words, bias: rounded(bias), weights };
}

/** What a model finds that was learned from the schemas of the other parts. */
function unseen(read: ReadSchema): Readonly<Record<'found' | 'wrong', number>> {
  const { personal, missed, falseAlarms } = measuredDraft(read, modelWithout(schemas.indexOf(read) % PARTS));
  return { found: personal - missed.length, wrong: falseAlarms.length };
}

function modelWithout(part: number): Model {
  const names = new Set(schemas.filter((_, index) => index % PARTS === part).map(({ name }) => name));
  const before = withoutPart.get(part) ?? learned(examples.filter(({ schema }) => !names.has(schema)));
  withoutPart.set(part, before);
  return before;
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffle(some: number[], random: () => number): void {
  for (let last = some.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [some[last], some[other]] = [some[other]!, some[last]!];
  }
}
