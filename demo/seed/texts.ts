import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Database, PolicyEngine } from 'policy-engine';
import { forget, once } from './once.ts';

const FOLDER = path.resolve(import.meta.dirname, '../texts');

/** Writes and publishes the text of each rule that has none; files are named for their rules. */
async function publish(engine: PolicyEngine): Promise<void> {
  const published = (await engine.terms.list()).filter(({ state }) => state === 'published');
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.md'))) {
    const rule = path.basename(file, '.md');
    if (published.some((term) => term.rule === rule)) continue;
    const markdown = readFileSync(path.join(FOLDER, file), 'utf8');
    const { id } = await engine.terms.create(rule, { markdown });
    await engine.terms.publish(id);
  }
}

/** Publishes the texts of the folder `texts`, once in the life of a database; what an administrator wrote stays. */
export async function publishSampleTexts(database: Database, engine: PolicyEngine): Promise<void> {
  if (!(await once(database, 'sample texts', async () => {}))) return;
  try {
    await publish(engine);
  } catch (error) {
    await forget(database, 'sample texts');
    throw error;
  }
}
