/** A shop over HTTP that asks for proof of identity, for the tests of the erasure endpoints. */
import type { Database, OutgoingMail, PolicyEngineOptions } from 'policy-engine';
import { nodeSqliteDatabase } from 'policy-engine';
import type { TestRule } from 'policy-engine/testing';
import { apiOf, assertDescribed } from '../support/openapi.ts';
import { addPerson, makeShop, type ShopEngine, shopEngine } from './shop.ts';

export const MINE = '/user_erasure_requests';
export const ALL = '/erasure_requests';

/** The result for a rule in a plan or a receipt. */
export interface Entry {
  readonly rule: string;
  readonly action: string;
  readonly rows: number | null;
  readonly reason: string | null;
  readonly until: string | null;
}

/** A response of the API. */
export interface Body {
  readonly id: string;
  readonly state: string;
  readonly user_id?: string | null;
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly detail: string }[];
  readonly due_at: string;
  readonly grace_until?: string | null;
  readonly awaits_identity?: boolean;
  readonly reason: string | null;
  readonly hold_reason: string | null;
  readonly extension_reason: string | null;
  readonly plan: readonly Entry[];
  readonly plan_error?: string | null;
  readonly steps: readonly { readonly rule: string; readonly state: string }[];
  readonly receipt: { readonly entries: readonly Entry[]; readonly backups_until: string | null } | null;
  readonly erasure_requests: readonly Body[];
  readonly grace_days?: number;
}

/** A shop that asks for proof of identity, with its mail. */
export async function shopWithMail(
  database: Database,
  options: Partial<PolicyEngineOptions<TestRule>> = {},
): Promise<ShopEngine & { ask: Ask; mails: OutgoingMail[] }> {
  const mails: OutgoingMail[] = [];
  const shop = await shopEngine(database, {
    fromEmail: 'Shop <shop@shop.test>',
    adminEmailInbox: 'inbox@shop.test',
    publicOrigins: ['https://shop.test'],
    mail: { transport: { sendMail: (mail: OutgoingMail) => Promise.resolve(mails.push(mail)) } },
    erasure: {
      graceDays: 14,
      backupRetentionDays: 90,
      identify: ({ user, fields }) => fields['password'] === `secret of ${user.id}`,
    },
    ...options,
  });
  const api = apiOf(shop.engine);
  const ask: Ask = async (user, method, path, body) => {
    const response = await shop.test.as(user).fetch(`/policies${path}`, {
      method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await assertDescribed(api, method, path, response.clone());
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Body };
  };
  return Object.assign(shop, { ask, mails });
}

/** A JSON call of a user, compared with the OpenAPI document. */
export type Ask = (
  user: string,
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: Body }>;

/** The proof of identity of the user. */
export const passwordOf = (user: string): { password: string } => ({ password: `secret of ${user}` });
/** Subjects of the mails to an address, in order. */
export const subjectsTo = (mails: readonly OutgoingMail[], address: string): string[] =>
  mails.filter(({ to }) => to.address === address).map(({ subject }) => subject);

/** A shop with one customer, anna, in its own database. */
export async function loneShop(
  options: Partial<PolicyEngineOptions<TestRule>> = {},
): Promise<AsyncDisposable & { shop: Awaited<ReturnType<typeof shopWithMail>> }> {
  const database = nodeSqliteDatabase(':memory:');
  await makeShop(database);
  await addPerson(database, 'anna');
  const shop = await shopWithMail(database, options);
  return { shop, [Symbol.asyncDispose]: () => database.close() };
}
