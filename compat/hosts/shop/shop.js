/**
 * The common part of all hosts of the suite: a shop with accounts, whose policies the engine manages. Each app is built with a
 * copy next to it.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';

const { SHOP_FOLDER: folder = 'shop-data', SHOP_BASE: base = '', TRUST_PROXY: proxies } = process.env;

function open() {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, 'shop.db'));
  // Several processes and bundles open it.
  database.exec('pragma journal_mode = wal; pragma busy_timeout = 5000');
  database.exec('create table if not exists users (id integer primary key, email text not null unique)');
  const find = (id) => database.prepare('select * from users where id = ?').get(Number(id));
  const engine = createPolicyEngine({
    database: nodeSqliteDatabase(path.join(folder, 'shop.db')),
    mountPath: `${base}/policies`,
    ...(proxies !== undefined && { trustProxy: Number(proxies) }),
    environment: 'production',
    rules: [
      { name: 'cookie', sessionless: true, label: 'Statistics' },
      { name: 'terms', label: 'Terms of use', blocking: true, validatesOn: ['create'] },
    ],
    scripts: [
      {
        name: 'statistics',
        rule: 'cookie',
        script: '<script>window.counted = true</script>',
        environments: ['production'],
        cookies: ['_stats'],
        domain: '.shop.example',
      },
    ],
    portabilityRules: [{ name: 'account', member: ({ email }) => ({ email }) }],
    attachments: { storage: localAttachments(path.join(folder, 'exports')) },
    currentUser: (request) => {
      const id = /(?:^|; )user=(\d+)/.exec(request.headers.get('cookie') ?? '')?.[1];
      const record = id === undefined ? undefined : find(id);
      return record === undefined ? null : { id: String(record.id), record };
    },
    isAdminMethod: (user) => user.record.email === 'boss@shop.example',
    userResource: { find: (id) => find(id) ?? null, email: (user) => user.email },
    loginUrl: `${base}/sign-in`,
  });
  const ready = engine.migrate().then(() => engine.start());
  return { engine, database, ready };
}

// A production build may load this more than once.
const shop = (globalThis[Symbol.for('shop')] ??= open());

export const { engine } = shop;
export { base };

/** Options of render-middleware. */
export const forBots = {
  proxyUrl: process.env.RENDERER_URL ?? 'http://127.0.0.1:9',
  origin: 'https://shop.example',
  circuit: false,
};

/** The public page: what the engine adds to it, and whether it may count visits. */
export async function homePage(consent) {
  await shop.ready;
  const [scripts, banner] = [await consent.renderScripts(), await consent.renderBanner()];
  return {
    scripts,
    banner,
    text: (await consent.hasConsented('cookie')) ? 'You are counted.' : 'Nobody counts you.',
  };
}

/** @param fields of the form, flat or nested by a parser */
export async function signUp(fields, request) {
  await shop.ready;
  const user =
    fields.user ??
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => {
        const field = /^user\[(\w+)\]$/.exec(name)?.[1];
        return field === undefined ? [] : [[field, value]];
      }),
    );
  const errors = await engine.validatePolicies('create', user);
  if (errors.length > 0) return { status: 422, errors: errors.map(({ detail }) => detail), cookies: [] };
  try {
    const { id, recorded } = await engine.database.transaction(async (transaction) => {
      // Recorded first, so that a later failure must roll it back.
      const made = String(Math.floor(Math.random() * 1e9));
      const kept = await engine.recordPolicies(transaction, made, user, request && { request });
      await transaction.execute('insert into users (id, email) values (?, ?)', [Number(made), user.email]);
      return { id: made, recorded: kept };
    });
    return { status: 303, errors: [], cookies: [...(await recorded.afterCommit()), `user=${id}; Path=/`] };
  } catch (error) {
    if (!/UNIQUE/.test(String(error) + String(error.cause))) throw error;
    return { status: 422, errors: ['This address has an account.'], cookies: [] };
  }
}

/** A form without a framework. */
export function signUpForm(errors = []) {
  return `<h1>Sign up</h1><p role="alert">${errors.join(' ')}</p><form method="post" action="${base}/sign-up">
    <label>Mail <input name="user[email]"></label>
    <label><input type="checkbox" name="user[policy_rule_terms]" value="1"> I accept the terms</label>
    <button>Sign up</button></form>`;
}

/** A page without a framework. */
export function documentOf(content, { scripts = '', banner = '' } = {}) {
  return `<!doctype html><html lang="en"><title>Shop</title>${scripts}<main>${content}</main>${banner}</html>`;
}
