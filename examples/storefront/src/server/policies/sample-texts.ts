import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Database, PolicyEngine } from 'policy-engine';
import { ADMIN_EMAIL } from '../accounts/demo-accounts.ts';
import { sessionCookie, type Sessions } from '../accounts/sessions.ts';
import { findByEmail } from '../accounts/users.ts';
import { forget, once } from '../database/setup.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../texts');

/** Nobody is asked at this origin: requests are handed to the engine within the process. */
const HERE = 'http://localhost';

interface Listed {
  readonly name: string;
  readonly version: number | null;
}

/** Writes and publishes a text for each rule that has none, as the administrator would through the JSON interface. */
async function publish(engine: PolicyEngine, cookie: string): Promise<void> {
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { cookie, accept: 'application/json', 'content-type': 'application/json' };
    const response = await engine.fetch(new Request(HERE + engine.basePath + path, { headers, ...init }));
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const rules = (await ask('/user_terms.json')) as readonly Listed[];
  for (const { name } of rules.filter(({ version }) => version === null)) {
    const description = readFileSync(path.join(FOLDER, `${name}.md`), 'utf8');
    await ask(`/categories/${name}/terms.json`, {
      method: 'POST',
      body: JSON.stringify({ description, state: 'published' }),
    });
  }
}

/** Publishes the texts of the folder `texts`, once in the life of a database; what an administrator wrote stays. */
export async function publishSampleTexts(database: Database, engine: PolicyEngine, sessions: Sessions): Promise<void> {
  if (!(await once(database, 'sample texts', async () => {}))) return;
  const admin = await findByEmail(database, ADMIN_EMAIL);
  if (!admin) return;
  const token = await sessions.open(admin.user.id);
  try {
    await publish(engine, sessionCookie(token));
  } catch (error) {
    await forget(database, 'sample texts');
    throw error;
  } finally {
    await sessions.close(token);
  }
}
