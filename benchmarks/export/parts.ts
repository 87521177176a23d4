/** The parts of an export, each alone: `parts.ts COUNT PER`. Prints CPU seconds as JSON. */
import { deflateRawSync, crc32 } from 'node:zlib';
import { hash } from 'node:crypto';
import { Eta } from 'eta';
import { articles, reader, TEMPLATE } from './data.ts';

const [count = 100_000, per = 100] = process.argv.slice(2).map(Number);
const read = reader(articles(count));

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const pages: unknown[][] = [];
const html: Buffer[] = [];
const json: Buffer[] = [];
const template = new Eta().compile(TEMPLATE);
const eta = new Eta();
const parts = {
  reading: cpuSeconds(() => {
    for (let after = 0; after < count; after += per) pages.push(read(after, per));
  }),
  eta: cpuSeconds(() => {
    for (const collection of pages) html.push(Buffer.from(template.call(eta, { collection })));
  }),
  json: cpuSeconds(() => {
    for (const collection of pages) json.push(Buffer.from(JSON.stringify({ collection })));
  }),
  // The JSON is written twice: next to each page, and in one file for all.
  deflate: cpuSeconds(() => {
    for (const file of [...html, ...json, ...json]) deflateRawSync(file, { level: 3 });
  }),
  crc: cpuSeconds(() => {
    for (const file of [...html, ...json, ...json]) crc32(file);
  }),
  sha256: cpuSeconds(() => {
    for (const file of [...html, ...json, ...json]) hash('sha256', file);
  }),
};
console.log(JSON.stringify(parts));
