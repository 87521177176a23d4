import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { type Logger, pino } from 'pino';
import type { Database, PolicyEngine } from 'policy-engine';
import type { Fallback } from 'render-middleware';
import { renderMiddleware } from 'render-middleware/express';
import { DEFAULT_PASSWORD_COST, Passwords } from './accounts/passwords.ts';
import { Sessions } from './accounts/sessions.ts';
import { createApp } from './app.ts';
import {
  databaseFileOf,
  DEFAULT_DATABASE,
  DEFAULT_EXPORTS,
  DEFAULT_UPLOADS,
  journalBeside,
  makeFolders,
  openDatabase,
} from './database/open.ts';
import { isDone } from './database/setup.ts';
import { createPartners, type PartnerOrigins } from './partners.ts';
import { createEngine } from './policies/engine.ts';
import { publishSampleTexts } from './policies/sample-texts.ts';
import { ReviewPictures } from './reviews/pictures.ts';
import { makeSampleYear, SAMPLE_YEAR } from './sample/year.ts';

export interface StorefrontOptions {
  /** Address of the page renderer, such as `http://127.0.0.1:3000`. Without it, bots get the app like all visitors. */
  readonly rendererUrl?: string;
  /** The shop's own public origin. Default: the address that `listen` got. */
  readonly origin?: string;
  /** Default: a logger that writes JSON lines to standard output. */
  readonly logger?: Logger;
  /** A path, `:memory:`, or a `file:`, `postgres:` or `mysql:` URL. Default: {@link DEFAULT_DATABASE}. */
  readonly databaseUrl?: string;
  /** The mail server, as in `smtp://127.0.0.1:1025`. Default: no emails are sent. */
  readonly mailUrl?: string;
  /** Folder of exports until they expire. Default: {@link DEFAULT_EXPORTS}. */
  readonly exportFolder?: string;
  /** Folder of the pictures of reviews. Default: {@link DEFAULT_UPLOADS}. */
  readonly uploadFolder?: string;
  /** File with the erased people. Default: {@link journalBeside} the database. */
  readonly journalFile?: string;
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

export interface Storefront {
  /**
   * Opens the database, migrates its tables, starts listening, and resolves to the address, such as
   * `http://127.0.0.1:8080`. Port 0 selects a free port.
   *
   * @throws the system's error, with `code` `EADDRINUSE` if the port is in use; errors of the database driver.
   */
  listen(port: number, host?: string): Promise<string>;
  /** Whether the database started with a year of sample history; known after the shop listens. */
  readonly isSample: boolean;
  /** Stops: accepts no new connections, closes open ones, and closes the database. */
  close(): Promise<void>;
}

function logFallback(logger: Logger, { reason, status, target }: Fallback): void {
  logger.warn({ reason, status, path: target && new URL(target).pathname }, 'sent the app to a bot');
}

async function startListening(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}

async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => {
    server.close(resolve);
  });
  server.closeAllConnections();
  await closed;
}

/** The shop: a complete host application with accounts, policies and a client-side app, which sends bots to the renderer. */
export function createStorefront(options: StorefrontOptions = {}): Storefront {
  const { rendererUrl, origin, logger = pino(), databaseUrl = DEFAULT_DATABASE, sampleTexts = false } = options;
  const { sampleYear = false } = options;
  const { mailUrl, exportFolder = DEFAULT_EXPORTS, uploadFolder = DEFAULT_UPLOADS } = options;
  const { journalFile = journalBeside(databaseUrl), passwordCost = DEFAULT_PASSWORD_COST } = options;
  const pictures = new ReviewPictures(uploadFolder);
  const passwords = new Passwords(passwordCost);
  const server = createServer();
  const standIns = createPartners();
  let database: Database | undefined;
  let engine: PolicyEngine | undefined;
  let isSample = false;

  async function startPartners(): Promise<PartnerOrigins> {
    const origin = await standIns.listen(0);
    return { analytics: origin, films: origin, parcels: origin };
  }

  async function open(bots: RequestHandler): Promise<void> {
    makeFolders({ uploadFolder });
    const places = { exportFolder, uploadFolder, journalFile };
    const databaseFile = sampleYear ? databaseFileOf(databaseUrl) : null;
    if (databaseFile !== null) await makeSampleYear({ ...places, databaseFile });
    database = await openDatabase(databaseUrl, passwords);
    isSample = await isDone(database, SAMPLE_YEAR);
    const sessions = new Sessions(database);
    const onError = (message: string, { error, ...details }: Readonly<Record<string, unknown>>): void =>
      logger.error({ ...details, err: error }, message);
    const partners = options.partners ?? (await startPartners());
    const sources = { database, passwords, sessions, pictures };
    engine = createEngine({ ...sources, ...places, origin, partners, mailUrl, isSample, onError });
    await engine.migrate();
    if (sampleTexts || sampleYear) await publishSampleTexts(database, engine);
    engine.start();
    server.on('request', createApp({ ...sources, engine, logger, origin, partners, bots, isSample }));
  }

  async function close(): Promise<void> {
    await stopListening(server);
    await engine?.stop();
    await standIns.close();
    await database?.close();
  }

  return {
    async listen(port, host = '127.0.0.1') {
      // Created below, because its origin can contain the port.
      let bots: RequestHandler = (_request, _response, next) => next();
      try {
        await open((request, response, next) => bots(request, response, next));
        const url = await startListening(server, port, host);
        if (rendererUrl) {
          bots = renderMiddleware({
            proxyUrl: rendererUrl,
            origin: origin ?? url,
            onFallback: (fallback) => logFallback(logger, fallback),
          });
        }
        return url;
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
