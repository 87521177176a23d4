import path from 'node:path';
import type { Database, PolicyEngineOptions } from 'policy-engine';
import type { DataMapOptions, DataRuleOptions } from 'policy-engine/data-map';
import type { ExporterOptions, PageData } from 'policy-engine/export';
import { record, text } from '../accounts/input.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { closeAccount, passwordHashOf, type User } from '../accounts/users.ts';
import { run } from '../database/statements.ts';
import { invoiceOf } from '../orders/invoice.ts';
import { countOrders, type Order, ordersOf } from '../orders/orders.ts';
import type { ReviewPictures } from '../reviews/pictures.ts';
import { countReviews, removeReviews, type Review, reviewsOf } from '../reviews/reviews.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../..');
const template = (name: string): URL => new URL(`../../../exports/${name}.eta`, import.meta.url);

/** What the rules read and erase with. */
export interface PersonalDataSources {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly pictures: ReviewPictures;
}

/** Which rows of a person an export asks for. */
interface Page {
  readonly limit: number;
  /** The last of the page before. */
  readonly after: unknown;
}

/** The personal data of the shop: what customers can take along, and what becomes of it when they are forgotten. */
export function dataRules({ database, sessions, pictures }: PersonalDataSources): readonly DataRuleOptions[] {
  return [
    {
      name: 'account',
      label: 'Account',
      table: { table: 'storefront_users', person: 'id' },
      member: async ({ id, name, email }: User) => {
        const sql = 'select created_at from storefront_users where id = ?';
        const { rows } = await run<{ created_at: string }>(database, sql, [id]);
        return { name, email, 'customer since': rows[0]?.created_at };
      },
      erasure: 'delete',
      purpose: 'To know who orders, and to send what was ordered.',
      legalBasis: 'Contract, GDPR Art. 6(1)(b).',
      recipients: 'Nobody but us.',
      retention: 'As long as you have the account.',
    },
    {
      name: 'orders',
      label: 'Orders',
      table: { table: 'storefront_orders', person: 'user_id' },
      // After a row and not at an offset: an order that is placed meanwhile moves no other one.
      collection: ({ id }: User, { limit, after }: Page) => ordersOf(database, id, limit, after as Order | undefined),
      portability: {
        count: ({ id }: User) => countOrders(database, id),
        per: 5,
        template: template('orders'),
        jsonTemplate: ({ collection, fileOf }: PageData<Order>) =>
          collection.map((order) => ({ ...order, invoice: fileOf(order, 'invoice') })),
        files: {
          invoice: {
            storage: (order) => invoiceOf(order as Order),
            filename: (order) => `Invoice ${(order as Order).number}.txt`,
            mediaType: 'text/plain',
          },
        },
      },
      erasure: {
        action: 'keep',
        ground: 'Tax law: books and invoices are kept for ten years (§ 147 AO), without your name and address.',
        until: { years: 10, from: 'placed_at' },
        columns: { user_id: null, recipient: null, street: null, postcode: null, city: null },
      },
      purpose: 'To fulfil the contract of sale.',
      legalBasis: 'Contract and tax law, GDPR Art. 6(1)(b) and (c).',
      recipients: 'The parcel service gets name and address.',
      // Carried out by a daily job, whether anybody asks or not.
      retention: { after: { years: 10 }, from: 'placed_at', words: 'Ten years, as tax law demands.' },
    },
    {
      name: 'reviews',
      label: 'Reviews',
      table: { table: 'storefront_reviews', person: 'user_id' },
      collection: ({ id }: User, { limit, after }: Page) => reviewsOf(database, id, limit, after as Review | undefined),
      portability: { count: ({ id }: User) => countReviews(database, id), per: 10, template: template('reviews') },
      // A function, since a picture is a file: its row is what leads to it, and so goes after it.
      erasure: {
        action: 'run',
        count: ({ id }) => countReviews(database, id),
        erase: async ({ id }, { signal }) => ({ rows: await removeReviews(database, pictures, id, signal) }),
      },
      purpose: 'To tell others what you think of a product.',
      legalBasis: 'Contract, GDPR Art. 6(1)(b).',
      recipients: 'Everybody who looks at the product.',
      retention: 'As long as you have the account.',
    },
    {
      // Comes first, as rules without a table do: nobody orders any more while the steps that follow are at work.
      name: 'access',
      label: 'Sessions and password',
      portability: false,
      erasure: {
        action: 'run',
        count: ({ id }) => sessions.count(id),
        erase: async ({ id }) => {
          await closeAccount(database, id);
          return { rows: await sessions.endAll(id) };
        },
      },
      purpose: 'To let you sign in, and nobody else.',
      legalBasis: 'Contract, GDPR Art. 6(1)(b).',
      recipients: 'Nobody but us.',
      retention: 'A session: 30 days. The password: as long as you have the account.',
    },
  ];
}

/** What `policy-engine map check` need not find in a rule. */
export const dataMap: DataMapOptions = {
  exempt: [
    {
      table: 'storefront_order_lines',
      reason: 'What was bought, for how much: lines go with their order, and are exported with it.',
    },
    {
      table: 'storefront_sessions',
      reason: 'Hashes of random numbers. They end with the rule “access” and with `erasure.endSessions`.',
    },
  ],
};

/** How people are forgotten. @param journal file that notes who was, in case a backup of the database is restored */
export function erasure(
  { database, passwords, sessions }: PersonalDataSources,
  journal: string,
): NonNullable<PolicyEngineOptions['erasure']> {
  return {
    // Whoever asks has given their password, and an administrator confirms: nobody has to wait.
    graceDays: 0,
    identify: async ({ user, fields }) => {
      const password = text(fields['password']);
      // Also an endless one is not worth the time that hashing it takes.
      return password.length <= 200 && passwords.matches(password, await passwordHashOf(database, user.id));
    },
    identifiers: (user) => [text(record(user)['name'])],
    endSessions: async (userId) => {
      await sessions.endAll(userId);
    },
    journal,
    // The default is for the demonstration. Keep yours where neither the database nor its backups are.
    journalKey: process.env['ERASURE_JOURNAL_KEY'] ?? 'Northlight forgets, and remembers whom',
    backupRetentionDays: 30,
  };
}

/** How exports are made. @param uploads folder of what people sent */
export function exporter(uploads: string): ExporterOptions {
  return {
    // The pictures of orders and of reviews are read from here; nothing else is.
    imageFolders: [path.join(FOLDER, 'public'), uploads],
    information: {
      controller: 'Northlight, Harbour Street 1, 20457 Hamburg, Germany',
      contact: 'privacy@northlight.example',
      supervisoryAuthority: 'Der Hamburgische Beauftragte für Datenschutz und Informationsfreiheit',
    },
  };
}
