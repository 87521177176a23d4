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
import { processingRecord } from './processing-record.ts';
import { words } from './words.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../..');
const template = (name: string): URL => new URL(`../../../exports/${name}.eta`, import.meta.url);

const CONTRACT = words({
  en: 'Contract, GDPR Art. 6(1)(b).',
  es: 'Contrato, RGPD art. 6.1.b).',
  fr: 'Contrat, RGPD art. 6, par. 1, b).',
  tr: 'Sözleşme, GDPR madde 6(1)(b).',
});
const NOBODY = words({
  en: 'Only us.',
  es: 'Nadie más que nosotros.',
  fr: 'Personne d’autre que nous.',
  tr: 'Bizden başka kimse.',
});
const CUSTOMERS = words({
  en: 'Customers with an account',
  es: 'Clientes con cuenta',
  fr: 'Clients ayant un compte',
  tr: 'Hesabı olan müşteriler',
});
const WITH_ACCOUNT = words({
  en: 'As long as you have the account.',
  es: 'Mientras tenga la cuenta.',
  fr: 'Tant que vous avez le compte.',
  tr: 'Hesabınız olduğu sürece.',
});

/** The objects that the rules use for reading and erasing. */
export interface PersonalDataSources {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly pictures: ReviewPictures;
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
      label: words({ en: 'Account', es: 'Cuenta', fr: 'Compte', tr: 'Hesap' }),
      table: { table: 'storefront_users', person: 'id' },
      member: async ({ id, name, email }: User) => {
        const sql = 'select created_at from storefront_users where id = ?';
        const { rows } = await run<{ created_at: string }>(database, sql, [id]);
        return { name, email, 'customer since': rows[0]?.created_at };
      },
      portability: { template: template('account') },
      erasure: 'delete',
      purpose: words({
        en: 'To identify customers and deliver their orders.',
        es: 'Para saber quién pide y enviar lo pedido.',
        fr: 'Pour savoir qui commande et envoyer ce qui a été commandé.',
        tr: 'Kimin sipariş verdiğini bilmek ve siparişi göndermek için.',
      }),
      people: CUSTOMERS,
      legalBasis: CONTRACT,
      recipients: NOBODY,
      retention: WITH_ACCOUNT,
    },
    {
      name: 'orders',
      label: words({ en: 'Orders', es: 'Pedidos', fr: 'Commandes', tr: 'Siparişler' }),
      table: { table: 'storefront_orders', person: 'user_id' },
      // After a row and not at an offset, so that an order placed meanwhile does not shift the others.
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
        ground: words({
          en: 'Tax law: books and records of sales are kept for ten years (§ 147 AO), without your name and address.',
          es: 'Ley fiscal: los libros y registros de ventas se guardan diez años (§ 147 AO), sin su nombre ni dirección.',
          fr: 'Droit fiscal : les livres et relevés de ventes sont gardés dix ans (§ 147 AO), sans votre nom ni votre adresse.',
          tr: 'Vergi yasası: defterler ve satış kayıtları on yıl saklanır (§ 147 AO); adınız ve adresiniz olmadan.',
        }),
        until: { years: 10, from: 'placed_at' },
        columns: { user_id: null, recipient: null, street: null, postcode: null, city: null },
      },
      purpose: words({
        en: 'To fulfil the contract of sale.',
        es: 'Para cumplir el contrato de compraventa.',
        fr: 'Pour exécuter le contrat de vente.',
        tr: 'Satış sözleşmesini yerine getirmek için.',
      }),
      people: CUSTOMERS,
      legalBasis: words({
        en: 'Contract and tax law, GDPR Art. 6(1)(b) and (c).',
        es: 'Contrato y ley fiscal, RGPD art. 6.1.b) y c).',
        fr: 'Contrat et droit fiscal, RGPD art. 6, par. 1, b) et c).',
        tr: 'Sözleşme ve vergi yasası, GDPR madde 6(1)(b) ve (c).',
      }),
      recipients: words({
        en: 'The parcel service gets name and address.',
        es: 'El servicio de paquetería recibe nombre y dirección.',
        fr: 'Le service de colis reçoit le nom et l’adresse.',
        tr: 'Kargo şirketi adı ve adresi alır.',
      }),
      // A daily job deletes expired orders, even without a request.
      retention: {
        after: { years: 10 },
        from: 'placed_at',
        words: words({
          en: 'Ten years, as required by tax law.',
          es: 'Diez años, como exige la ley fiscal.',
          fr: 'Dix ans, comme l’exige le droit fiscal.',
          tr: 'Vergi yasası gereği on yıl.',
        }),
      },
    },
    {
      name: 'reviews',
      label: words({ en: 'Reviews', es: 'Reseñas', fr: 'Avis', tr: 'Yorumlar' }),
      table: { table: 'storefront_reviews', person: 'user_id' },
      collection: ({ id }: User, { limit, after }: Page) => reviewsOf(database, id, limit, after as Review | undefined),
      portability: { count: ({ id }: User) => countReviews(database, id), per: 10, template: template('reviews') },
      // A function, because a picture is a file: its row refers to it, so it is deleted after the file.
      erasure: {
        action: 'run',
        count: ({ id }) => countReviews(database, id),
        erase: async ({ id }, { signal }) => ({ rows: await removeReviews(database, pictures, id, signal) }),
      },
      purpose: words({
        en: 'To show other customers what you think of a product.',
        es: 'Para contar a otros qué opina de un producto.',
        fr: 'Pour dire aux autres ce que vous pensez d’un article.',
        tr: 'Bir ürün hakkındaki düşüncenizi başkalarına aktarmak için.',
      }),
      people: CUSTOMERS,
      legalBasis: CONTRACT,
      recipients: words({
        en: 'Everybody who views the product.',
        es: 'Quien mire el producto.',
        fr: 'Toute personne qui regarde l’article.',
        tr: 'Ürüne bakan herkes.',
      }),
      retention: WITH_ACCOUNT,
    },
    {
      // Runs first, like all rules without a table: nobody can order while the following steps run.
      name: 'access',
      label: words({
        en: 'Sessions and password',
        es: 'Sesiones y contraseña',
        fr: 'Sessions et mot de passe',
        tr: 'Oturumlar ve parola',
      }),
      portability: false,
      erasure: {
        action: 'run',
        count: ({ id }) => sessions.count(id),
        erase: async ({ id }) => {
          await closeAccount(database, id);
          return { rows: await sessions.endAll(id) };
        },
      },
      purpose: words({
        en: 'To make sure that only you can sign in.',
        es: 'Para que inicie sesión usted y nadie más.',
        fr: 'Pour que vous, et personne d’autre, puissiez vous connecter.',
        tr: 'Yalnızca sizin oturum açabilmeniz için.',
      }),
      people: CUSTOMERS,
      legalBasis: CONTRACT,
      recipients: NOBODY,
      retention: words({
        en: 'A session: 30 days. The password: as long as you have the account.',
        es: 'Una sesión: 30 días. La contraseña: mientras tenga la cuenta.',
        fr: 'Une session : 30 jours. Le mot de passe : tant que vous avez le compte.',
        tr: 'Oturum: 30 gün. Parola: hesabınız olduğu sürece.',
      }),
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

/** The options of erasures. @param journal file with the erased people, in case a backup of the database is restored */
export function erasure(
  { database, passwords, sessions }: PersonalDataSources,
  journal: string,
): NonNullable<PolicyEngineOptions['erasure']> {
  return {
    // The person has given their password, and an administrator confirms: no grace period is needed.
    graceDays: 0,
    identify: async ({ user, fields }) => {
      const password = text(fields['password']);
      // Hashing a very long password would only take time.
      return password.length <= 200 && passwords.matches(password, await passwordHashOf(database, user.id));
    },
    identifiers: (user) => [text(record(user)['name'])],
    endSessions: async (userId) => {
      await sessions.endAll(userId);
    },
    journal,
    // The default is for the demonstration. Store yours separately from the database and its backups.
    journalKey: process.env['ERASURE_JOURNAL_KEY'] ?? 'Northlight forgets, and remembers whom',
    backupRetentionDays: 30,
  };
}

/** The options of exports. @param uploads folder of uploaded files */
export function exporter(uploads: string): ExporterOptions {
  return {
    // Pictures of orders and of reviews are read only from these folders.
    imageFolders: [path.join(FOLDER, 'public'), uploads],
    information: {
      controller: 'Northlight, Harbour Street 1, 20457 Hamburg, Germany',
      contact: 'privacy@northlight.example',
      supervisoryAuthority: 'Der Hamburgische Beauftragte für Datenschutz und Informationsfreiheit',
    },
  };
}
