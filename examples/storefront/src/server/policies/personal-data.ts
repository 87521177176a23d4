import type { Database, PolicyEngineOptions } from 'policy-engine';
import type { DataMapOptions, DataRuleOptions } from 'policy-engine/data-map';
import type { ExporterOptions, PageData } from 'policy-engine/export';
import { record, text } from '../input.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { closeAccount, passwordHashOf, type User } from '../accounts/users.ts';
import { countOf, run } from '../database/statements.ts';
import { invoiceOf } from '../orders/invoice.ts';
import { type Order, ordersOf } from '../orders/orders.ts';
import type { ReviewPictures } from '../reviews/pictures.ts';
import { removeReviews, type Review, reviewsOf } from '../reviews/reviews.ts';
import { processingRecord } from './processing-record.ts';
import { words } from './words.ts';

const template = (name: string): URL => new URL(`../../../exports/${name}.eta`, import.meta.url);

const CONTRACT = words('Contract, GDPR Art. 6(1)(b).');
const NOBODY = words('Only us.');
const CUSTOMERS = words('Customers with an account');
const WITH_ACCOUNT = words('As long as you have the account.');

/** The objects that the rules use for reading and erasing. */
export interface PersonalDataSources {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly pictures: ReviewPictures;
  /** Folder of uploaded files: the pictures of reviews. */
  readonly uploadFolder: string;
  /** Folder of styles, and of the pictures of products. */
  readonly publicFolder: string;
  /** File with the erased people, in case a backup of the database is restored. */
  readonly journalFile: string;
}

/** A page of a person's rows in an export. */
interface Page {
  readonly limit: number;
  /** The last row of the previous page. */
  readonly after: unknown;
}

/** The personal data of the shop: what customers can export, and what is erased or kept. */
export function dataRules({ database, sessions, pictures }: PersonalDataSources): readonly DataRuleOptions[] {
  return [
    {
      name: 'account',
      label: words('Account'),
      table: { table: 'storefront_users', person: 'id' },
      member: async ({ id, name, email }: User) => {
        const sql = 'select created_at from storefront_users where id = ?';
        const { rows } = await run<{ created_at: string }>(database, sql, [id]);
        return { name, email, 'customer since': rows[0]?.created_at };
      },
      portability: { template: template('account') },
      erasure: 'delete',
      purpose: words('To identify customers and deliver their orders.'),
      people: CUSTOMERS,
      legalBasis: CONTRACT,
      recipients: NOBODY,
      retention: WITH_ACCOUNT,
    },
    {
      name: 'orders',
      label: words('Orders'),
      table: { table: 'storefront_orders', person: 'user_id' },
      // After a row and not at an offset, so that an order placed meanwhile does not shift the others.
      collection: ({ id }: User, { limit, after }: Page) => ordersOf(database, id, limit, after as Order | undefined),
      portability: {
        count: ({ id }: User) => countOf(database, 'storefront_orders', id),
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
        ground: words(
          'Tax law: books and records of sales are kept for ten years (§ 147 AO), without your name and address.',
        ),
        until: { years: 10, from: 'placed_at' },
        columns: { user_id: null, recipient: null, street: null, postcode: null, city: null },
      },
      purpose: words('To fulfil the contract of sale.'),
      people: CUSTOMERS,
      legalBasis: words('Contract and tax law, GDPR Art. 6(1)(b) and (c).'),
      recipients: words('The parcel service gets name and address.'),
      // A daily job deletes expired orders, even without a request.
      retention: {
        after: { years: 10 },
        from: 'placed_at',
        words: words('Ten years, as required by tax law.'),
      },
    },
    {
      name: 'reviews',
      label: words('Reviews'),
      table: { table: 'storefront_reviews', person: 'user_id' },
      collection: ({ id }: User, { limit, after }: Page) => reviewsOf(database, id, limit, after as Review | undefined),
      portability: {
        count: ({ id }: User) => countOf(database, 'storefront_reviews', id),
        per: 10,
        template: template('reviews'),
      },
      // A function, because a picture is a file: its row refers to it, so it is deleted after the file.
      erasure: {
        action: 'run',
        count: ({ id }) => countOf(database, 'storefront_reviews', id),
        erase: async ({ id }, { signal }) => ({ rows: await removeReviews(database, pictures, id, signal) }),
      },
      purpose: words('To show other customers what you think of a product.'),
      people: CUSTOMERS,
      legalBasis: CONTRACT,
      recipients: words('Everybody who views the product.'),
      retention: WITH_ACCOUNT,
    },
    {
      // Runs first, like all rules without a table: nobody can order while the following steps run.
      name: 'access',
      label: words('Sessions and password'),
      portability: false,
      erasure: {
        action: 'run',
        count: ({ id }) => countOf(database, 'storefront_sessions', id),
        erase: async ({ id }) => {
          await closeAccount(database, id);
          return { rows: await sessions.endAll(id) };
        },
      },
      purpose: words('To make sure that only you can sign in.'),
      people: CUSTOMERS,
      legalBasis: CONTRACT,
      recipients: NOBODY,
      retention: words('A session: 30 days. The password: as long as you have the account.'),
    },
  ];
}

/** The record of processing, and tables that `policy-engine map check` does not require in a rule. */
export const dataMap: DataMapOptions = {
  record: processingRecord,
  exempt: [
    {
      table: 'storefront_order_lines',
      reason: 'What was bought, for how much: lines go with their order, and are exported with it.',
    },
    {
      table: 'storefront_sessions',
      reason: 'Hashes of random numbers. They are deleted with “Sessions and password”.',
    },
  ],
};

/** The options of erasures. */
export function erasure(sources: PersonalDataSources): NonNullable<PolicyEngineOptions['erasure']> {
  const { database, passwords, sessions, journalFile } = sources;
  return {
    // The person has given their password, and an administrator confirms: no grace period is needed.
    graceDays: 0,
    identify: async ({ user, fields }) =>
      passwords.matches(text(fields['password']), await passwordHashOf(database, user.id)),
    identifiers: (user) => [text(record(user)['name'])],
    endSessions: async (userId) => {
      await sessions.endAll(userId);
    },
    journal: journalFile,
    // The default is for the demonstration. Store yours separately from the database and its backups.
    journalKey: process.env['ERASURE_JOURNAL_KEY'] ?? 'Northlight forgets, and remembers whom',
    backupRetentionDays: 30,
  };
}

/** The options of exports. */
export function exporter({ publicFolder, uploadFolder }: PersonalDataSources): ExporterOptions {
  return {
    // Pictures of orders and of reviews are read only from these folders.
    imageFolders: [publicFolder, uploadFolder],
    information: {
      controller: 'Northlight, Harbour Street 1, 20457 Hamburg, Germany',
      contact: 'privacy@northlight.example',
      supervisoryAuthority: 'Der Hamburgische Beauftragte für Datenschutz und Informationsfreiheit',
    },
  };
}
