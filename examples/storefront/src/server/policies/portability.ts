import path from 'node:path';
import type { Database, PortabilityRuleOptions } from 'policy-engine';
import type { ExporterOptions } from 'policy-engine/export';
import type { User } from '../accounts/users.ts';
import { run } from '../database/statements.ts';
import { countOrders, type Order, ordersOf } from '../orders.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../..');

/** What the shop's customers can take along: their account, and what they bought. */
export function portabilityRules(database: Database): readonly PortabilityRuleOptions[] {
  return [
    {
      name: 'account',
      label: 'Account',
      member: async ({ id, name, email }: User) => {
        const sql = 'select created_at from storefront_users where id = ?';
        const { rows } = await run<{ created_at: string }>(database, sql, [id]);
        return { name, email, 'customer since': rows[0]?.created_at };
      },
      purpose: 'To know who orders, and to send what was ordered.',
      recipients: 'Nobody but us.',
      retention: 'As long as you have the account.',
    },
    {
      name: 'orders',
      label: 'Orders',
      // After a row and not at an offset: an order that is placed meanwhile moves no other one.
      collection: ({ id }: User, { limit, after }: { limit: number; after: unknown }) =>
        ordersOf(database, id, limit, after as Order | undefined),
      count: ({ id }: User) => countOrders(database, id),
      per: 5,
      template: new URL('../../../exports/orders.eta', import.meta.url),
      jsonTemplate: ({ collection }: { collection: readonly unknown[] }) => collection,
      purpose: 'To fulfil the contract of sale.',
      recipients: 'The parcel service gets name and address.',
      retention: 'Ten years, as tax law demands.',
    },
  ];
}

/** How exports are made. */
export const exporter: ExporterOptions = {
  // The pictures of orders are read from here; nothing else is.
  imageFolders: [path.join(FOLDER, 'public')],
  information: {
    controller: 'Northlight, Harbour Street 1, 20457 Hamburg, Germany',
    contact: 'privacy@northlight.example',
    supervisoryAuthority: 'Der Hamburgische Beauftragte für Datenschutz und Informationsfreiheit',
  },
};
