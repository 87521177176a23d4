/**
 * The shop of `examples/storefront` with what a demonstration needs: accounts to sign in with, other companies, pictures, texts
 * of policies, and a year of history.
 */
import { pino } from 'pino';
import { connectDatabase, type Database } from 'policy-engine';
import { createStorefront, type PartnerOrigins, type Storefront, type StorefrontOptions } from 'storefront';
import { createTables } from 'storefront/database/tables';
import { DEFAULT_PASSWORD_COST, Passwords } from 'storefront/accounts/passwords';
import { createPartners } from './partners/partners.ts';
import { databaseFileOf, type Places, placesOf, PUBLIC } from './places.ts';
import { createDemoAccounts } from './seed/accounts.ts';
import { dropFormerOrders } from './seed/former-orders.ts';
import { createSetup, isDone } from './seed/once.ts';
import { publishSampleTexts } from './seed/texts.ts';
import { makeSampleYear, SAMPLE_YEAR } from './year/year.ts';

/** All options have defaults. */
export interface DemoOptions extends Partial<Places>, Pick<StorefrontOptions, 'rendererUrl' | 'origin' | 'mailUrl'> {
  /** Default: a logger that writes JSON lines to standard output. */
  readonly logger?: StorefrontOptions['logger'];
  /** Other companies. Default: stand-ins on a separate origin, which stop with the shop. */
  readonly partners?: PartnerOrigins;
  /** Publishes texts for the rules, once for a database. Default: nothing is published. */
  readonly sampleTexts?: boolean;
  /**
   * Creates a year of sample history in a new database file, which takes some seconds. A database in memory or on a server gets
   * the texts of {@link sampleTexts} instead. Default: false.
   */
  readonly sampleYear?: boolean;
  /** Cost of hashing a password: `N` of scrypt. Default: {@link DEFAULT_PASSWORD_COST}. */
  readonly passwordCost?: number;
}

/** The demonstration. */
export interface Demo {
  /**
   * Prepares the database, starts listening, and resolves to the address, such as `http://127.0.0.1:8080`. Port 0 selects a free
   * port.
   *
   * @throws the system's error, with `code` `EADDRINUSE` if the port is in use; errors of the database driver.
   */
  listen(port: number, host?: string): Promise<string>;
  /** Whether the database started with a year of sample history; known after the shop listens. */
  readonly isSample: boolean;
  /** Stops the shop and the stand-ins, and closes the database. */
  close(): Promise<void>;
}

/** Creates the tables and, in a new database, the three accounts with their orders. */
async function seed(database: Database, passwords: Passwords): Promise<void> {
  await createSetup(database);
  await dropFormerOrders(database);
  await createTables(database);
  await createDemoAccounts(database, passwords);
}

/** The shop with its accounts, other companies and sample data; nothing happens before it listens. */
export function createDemo(options: DemoOptions = {}): Demo {
  const { logger = pino(), sampleTexts = false, sampleYear = false, passwordCost = DEFAULT_PASSWORD_COST } = options;
  const { rendererUrl, origin, mailUrl } = options;
  const standIns = createPartners();
  let database: Database | undefined;
  let shop: Storefront | undefined;
  let isSample = false;

  async function open(): Promise<Storefront> {
    const places = placesOf(options);
    const { databaseUrl, ...folders } = places;
    const databaseFile = sampleYear ? databaseFileOf(databaseUrl) : null;
    if (databaseFile !== null) await makeSampleYear({ ...folders, databaseFile });
    const passwords = new Passwords(passwordCost);
    database = await connectDatabase(databaseUrl);
    await seed(database, passwords);
    isSample = await isDone(database, SAMPLE_YEAR);
    const partners = options.partners ?? (await standIns.start());
    const given = { ...folders, rendererUrl, origin, mailUrl, isSample };
    shop = createStorefront({ ...given, database, passwords, partners, publicFolder: PUBLIC, logger });
    await shop.engine.migrate();
    if (sampleTexts || sampleYear) await publishSampleTexts(database, shop.engine);
    return shop;
  }

  async function close(): Promise<void> {
    await shop?.close();
    await standIns.close();
    await database?.close();
  }

  return {
    async listen(port, host) {
      try {
        return await (await open()).listen(port, host);
      } catch (error) {
        await close();
        throw error;
      }
    },
    get isSample() {
      return isSample;
    },
    close,
  };
}
