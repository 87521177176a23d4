/** Erasure requests as a client of the specification sees them, and the map that they use. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Client, client } from './support/client.ts';
import { forEachDatabase } from './support/databases.ts';
import { type RunningStorefront, startStorefront } from './support/storefront.ts';

const MINE = '/policies/user_erasure_requests';
const ALL = '/policies/erasure_requests';
const PASSWORD = { password: 'demo' };

interface Planned {
  readonly rule: string;
  readonly action: string;
  readonly rows: number | null;
  readonly reason: string | null;
}

interface Erasure {
  readonly id: string;
  readonly state: string;
  readonly plan: readonly Planned[];
  readonly receipt: { readonly entries: readonly Planned[] } | null;
}

const erasureIn = ({ body }: { body: unknown }): Erasure => body as Erasure;
const codeIn = ({ body }: { body: unknown }): string => (body as { code: string }).code;
/** What happens to the data of the shop's own rules: the action and the number of rows. */
const ofTheShop = (plan: readonly Planned[]) =>
  Object.fromEntries(
    plan.filter(({ rule }) => !rule.startsWith('engine:')).map(({ rule, action, rows }) => [rule, [action, rows]]),
  );

async function signedIn(shop: RunningStorefront, email: string): Promise<Client> {
  const here = client(shop.url);
  assert.equal((await here.json('POST', '/session', { email, password: 'demo' })).status, 200);
  return here;
}

/** Polls until a request is in a state that does not end by itself. */
async function untilCompleted(admin: Client, id: string): Promise<Erasure> {
  const given = AbortSignal.timeout(60_000);
  for (;;) {
    const request = erasureIn(await admin.json('GET', `${ALL}/${id}.json`));
    if (request.state !== 'running') return request;
    given.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('erasure requests by JSON', () => {
  // One shop for all of them: those that erase nobody come first.
  let shop: RunningStorefront;
  before(async () => {
    shop = await startStorefront();
  });
  after(() => shop[Symbol.asyncDispose]());

  it('answers 422 without the password, with a wrong one, and while a request is open', async () => {
    const user = await signedIn(shop, 'other@example.test');
    for (const body of [{}, { password: '' }, { password: 'guess' }, { password: 'x'.repeat(300) }]) {
      const refused = await user.json('POST', `${MINE}.json`, body);
      assert.deepEqual([refused.status, codeIn(refused)], [422, 'identity_unconfirmed'], JSON.stringify(body));
    }
    assert.equal((await user.json('POST', `${MINE}.json`, { password: 5 })).status, 422);
    const { body } = await user.json('GET', `${MINE}.json`);
    assert.deepEqual((body as { erasure_requests: unknown[] }).erasure_requests, []);
    const created = await user.json('POST', `${MINE}.json`, PASSWORD);
    assert.equal(created.status, 201);
    const second = await user.json('POST', `${MINE}.json`, PASSWORD);
    assert.deepEqual([second.status, codeIn(second)], [422, 'request_open']);
    assert.equal((await user.json('DELETE', `${MINE}/${erasureIn(created).id}.json`)).status, 204);
  });

  it('answers 404 for requests of others, 403 to users who are not administrators, 401 to visitors', async () => {
    const user = await signedIn(shop, 'other@example.test');
    const other = await signedIn(shop, 'user@example.test');
    const { id } = erasureIn(await user.json('POST', `${MINE}.json`, PASSWORD));
    assert.equal((await other.json('GET', `${MINE}/${id}.json`)).status, 404);
    assert.equal((await other.json('DELETE', `${MINE}/${id}.json`)).status, 404);
    for (const [method, path] of [
      ['GET', `${ALL}.json`],
      ['GET', `${ALL}/${id}.json`],
      ['POST', `${ALL}/${id}/confirm.json`],
    ] as const) {
      assert.equal((await user.json(method, path)).status, 403, path);
    }
    assert.equal((await client(shop.url).json('POST', `${MINE}.json`, PASSWORD)).status, 401);
    assert.equal(erasureIn(await user.json('GET', `${MINE}/${id}.json`)).state, 'pending');
    assert.equal((await user.json('DELETE', `${MINE}/${id}.json`)).status, 204);
    assert.equal((await other.json('DELETE', '/session')).status, 200);
  });

  it('answers 409 to a second confirmation, to one after a withdrawal, and to a withdrawal after the erasure began', async () => {
    const user = await signedIn(shop, 'other@example.test');
    const admin = await signedIn(shop, 'admin@example.test');
    const ask = async () => erasureIn(await user.json('POST', `${MINE}.json`, PASSWORD)).id;
    const confirm = (id: string) => admin.json('POST', `${ALL}/${id}/confirm.json`, {});

    const takenBack = await ask();
    assert.equal((await user.json('DELETE', `${MINE}/${takenBack}.json`)).status, 204);
    assert.equal((await confirm(takenBack)).status, 409);
    assert.equal(erasureIn(await user.json('GET', `${MINE}/${takenBack}.json`)).state, 'cancelled');
    assert.equal((await user.json('GET', '/session')).status, 200);

    const confirmed = await ask();
    assert.equal((await confirm(confirmed)).status, 200);
    assert.equal((await confirm(confirmed)).status, 409);
    await untilCompleted(admin, confirmed);
    assert.equal((await confirm(confirmed)).status, 409);
  });

  it('answers 201 with ID, state, plan and receipt, and executes the plan once it is confirmed', async () => {
    const user = await signedIn(shop, 'user@example.test');
    const admin = await signedIn(shop, 'admin@example.test');
    const created = await user.json('POST', `${MINE}.json`, PASSWORD);
    assert.equal(created.status, 201);
    const { id, state, plan, receipt } = erasureIn(created);
    assert.match(id, /^\S+$/);
    assert.equal(state, 'pending');
    assert.equal(receipt, null);
    assert.deepEqual(ofTheShop(plan), {
      access: ['run', 1],
      orders: ['keep', 14],
      reviews: ['run', 0],
      account: ['delete', 1],
    });
    // Nobody can sign in while the rest is erased; people are erased last.
    assert.deepEqual([plan[0]?.rule, plan.at(-1)?.rule], ['access', 'account']);
    assert.match(plan.find(({ rule }) => rule === 'orders')?.reason ?? '', /Tax law/);

    const { status, body } = await user.json('GET', `${MINE}.json`);
    assert.equal(status, 200);
    const { erasure_requests: mine } = body as { erasure_requests: Erasure[] };
    assert.deepEqual(
      mine.map((one) => [one.id, one.state]),
      [[id, 'pending']],
    );
    assert.equal((await admin.json('POST', `${ALL}/${id}/confirm.json`, {})).status, 200);
    const done = await untilCompleted(admin, id);
    assert.equal(done.state, 'completed');
    assert.deepEqual(ofTheShop(done.receipt?.entries ?? []), {
      // Functions of the shop, which report no number. Sessions ended before the first step.
      access: ['run', null],
      orders: ['keep', 14],
      reviews: ['run', null],
      account: ['delete', 1],
    });
    assert.deepEqual((await user.json('GET', '/session')).body, { user: null });
    const again = await client(shop.url).json('POST', '/session', { email: 'user@example.test', password: 'demo' });
    assert.equal(again.status, 401);
  });
});

await forEachDatabase(1, (databaseUrl) => {
  const uploads = mkdtempSync(path.join(tmpdir(), 'storefront-uploads-'));
  after(() => rmSync(uploads, { recursive: true, force: true }));

  it('policy-engine map check finds no table or column of the shop that is neither declared nor exempt for a reason', async () => {
    await (await startStorefront({ databaseUrl: databaseUrl(), uploadFolder: uploads }))[Symbol.asyncDispose]();
    const command = path.resolve(import.meta.dirname, '../../packages/policy-engine/dist/cli.js');
    const engine = path.resolve(import.meta.dirname, '../commands.ts');
    const env = { ...process.env, DATABASE_URL: databaseUrl(), UPLOAD_FOLDER: uploads };
    const run = promisify(execFile);
    // Rejects if the exit code is not 0.
    const { stdout } = await run(process.execPath, [command, 'map', 'check', '--engine', engine], { env });
    assert.match(stdout, /^Every column that leads to a person is in a data rule or exempted with a reason\.$/m);
  });
});
