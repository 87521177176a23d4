import type { Database } from 'policy-engine';
import type { Passwords } from 'storefront/accounts/passwords';
import { insertUser } from 'storefront/accounts/users';
import { ADMIN_EMAIL } from 'storefront/policies/engine';
import { once } from './once.ts';
import { createDemoOrders } from './orders.ts';

const ACCOUNTS: readonly { readonly email: string; readonly name: string; readonly admin?: boolean }[] = [
  { email: 'user@example.test', name: 'Uma Santos' },
  { email: 'other@example.test', name: 'Otto Berg' },
  { email: ADMIN_EMAIL, name: 'Ada Winter', admin: true },
];

/** Before the first of their orders. */
const SINCE = new Date('2025-02-11T09:30:00Z');

/** Adds three accounts with the password `demo` to a new database, and orders of those that are customers. */
export async function createDemoAccounts(database: Database, passwords: Passwords): Promise<void> {
  await once(database, 'accounts', async (transaction) => {
    for (const account of ACCOUNTS) {
      await insertUser(transaction, { ...account, passwordHash: await passwords.hash('demo'), since: SINCE });
    }
  });
  const customers = ACCOUNTS.filter(({ admin }) => !admin).map(({ email }) => email);
  await createDemoOrders(database, customers);
}
