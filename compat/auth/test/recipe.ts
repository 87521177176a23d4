/** The code of the guide, a database, and an engine's erasure. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { embeddedJobs, type PolicyEngine } from 'policy-engine';
import { findPostgres, uniqueName } from '../../../testing/databases.ts';

export const GUIDE: string = path.join(import.meta.dirname, '../../../packages/policy-engine/docs/auth-libraries.md');

export const RULES = [
  { name: 'age', validatesOn: ['create'] },
  { name: 'terms', validatesOn: ['create'], blocking: true },
] as const;

export const ACCEPTED = { policy_rule_age: 'true', policy_rule_terms: 'true' };

/** What the code of each library returns. */
export interface App {
  readonly engine: PolicyEngine;
  readonly auth: {
    currentUser(request: Request): Promise<{ id: string } | null>;
    removeUser(id: string): Promise<unknown>;
    accept(form: object): Promise<{ errors: unknown[]; cookie: string }>;
    readonly options: object;
  };
  fetch(request: Request): Promise<Response>;
}

/** An application made of the code below a heading of the guide, with texts in force. */
export interface Running extends AsyncDisposable {
  readonly app: App;
  readonly pool: pg.Pool;
  /** Numbers of rows by table, with a condition. */
  count(from: string): Promise<number>;
  /** Lets the engine erase somebody, and waits for the end. */
  erase(id: string): Promise<void>;
}

export async function runRecipe(
  heading: string,
  options: object,
  createTables: (app: App, pool: pg.Pool) => Promise<unknown>,
): Promise<Running> {
  const guide = (await readFile(GUIDE, 'utf8')).replaceAll('\r\n', '\n');
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? assert.fail(heading);
  const folder = await mkdtemp(path.join(import.meta.dirname, '.recipe-'));
  for (const [, file = '', code = ''] of section.matchAll(/^```js\n\/\/ (\S+)\n(.*?)^```$/gms)) {
    // No circle: only the application imports the others.
    assert.equal(/from '\.\//.test(code), file === 'app.js', file);
    await writeFile(path.join(folder, file), code);
  }
  const database = await (await findPostgres()).create(uniqueName('compat_auth'));
  const pool = new pg.Pool({ connectionString: database.url });
  const { createApp } = (await import(pathToFileURL(path.join(folder, 'app.js')).href)) as {
    createApp: (given: object) => App;
  };
  const jobs = embeddedJobs({ pollSeconds: 0.05 });
  const app = createApp({ pool, secret: randomBytes(32).toString('base64'), rules: RULES, jobs, ...options });
  await createTables(app, pool);
  const { engine } = app;
  await engine.migrate();
  for (const { name } of RULES) {
    const { id } = await engine.terms.create(name, { markdown: `# Text of ${name}` });
    await engine.terms.publish(id);
  }
  return {
    app,
    pool,
    count: async (from) => {
      const { rows } = await pool.query<{ n: string }>(`select count(*) as n from ${from}`);
      return Number(rows[0]?.n);
    },
    async erase(id) {
      const request = await engine.erasure.create({ id }, { waivesGrace: true });
      await engine.erasure.confirm(request.id, { atOnce: true });
      engine.start();
      for (;;) {
        const { state } = await engine.erasure.find(request.id);
        if (state === 'completed') break;
        assert.notEqual(state, 'failed');
        await sleep(25);
      }
      await engine.stop();
    },
    async [Symbol.asyncDispose]() {
      await engine.stop();
      await pool.end();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Cookies of a browser. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #app: App;
  readonly #origin: string;

  constructor(app: App, origin: string) {
    this.#app = app;
    this.#origin = origin;
  }

  keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  request(to: string, init: { method?: string; body?: string; type?: string } = {}): Request {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      cookie,
      origin: this.#origin,
      'sec-fetch-site': 'same-origin',
      ...(init.type && { 'content-type': init.type }),
    };
    return new Request(new URL(to, this.#origin), {
      method: init.method ?? 'GET',
      headers,
      ...(init.body && { body: init.body }),
    });
  }

  async go(to: string, init: { method?: string; body?: string; type?: string } = {}): Promise<Response> {
    const response = await this.#app.fetch(this.request(to, init));
    this.keep(response.headers.getSetCookie());
    return response;
  }

  /** ID of who is signed in, as the engine sees it. */
  async who(): Promise<string | null> {
    return (await this.#app.auth.currentUser(this.request('/')))?.id ?? null;
  }
}

/** Makes the recording of decisions fail in the database. */
export const FAILING = `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$;
  create trigger refuse before insert on policy_manager_user_terms execute function refuse()`;
export const WORKING = 'drop trigger refuse on policy_manager_user_terms';
