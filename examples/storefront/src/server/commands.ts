/**
 * The shop's engine for the command line, on the database in `DATABASE_URL`:
 *
 *     npx --offline policy-engine map check --engine examples/storefront/dist/server/commands.js
 *
 * @module
 */
import { pino } from 'pino';
import { connectDatabase, type PolicyEngine } from 'policy-engine';
import { DEFAULT_PASSWORD_COST, Passwords } from './accounts/passwords.ts';
import { Sessions } from './accounts/sessions.ts';
import { DEFAULT_DATABASE, DEFAULT_EXPORTS, DEFAULT_JOURNAL, DEFAULT_UPLOADS, makeFolders } from './database/open.ts';
import { createEngine } from './policies/engine.ts';
import { ReviewPictures } from './reviews/pictures.ts';

const places = {
  exportFolder: process.env['EXPORT_FOLDER'] ?? DEFAULT_EXPORTS,
  uploadFolder: process.env['UPLOAD_FOLDER'] ?? DEFAULT_UPLOADS,
  journalFile: process.env['ERASURE_JOURNAL'] ?? DEFAULT_JOURNAL,
};
const logger = pino(pino.destination(process.stderr.fd));
makeFolders(places);
const database = await connectDatabase(process.env['DATABASE_URL'] ?? DEFAULT_DATABASE);

/** The engine with the shop's options; it serves no pages here, so other companies need no address. */
export const engine: PolicyEngine = createEngine({
  database,
  passwords: new Passwords(DEFAULT_PASSWORD_COST),
  sessions: new Sessions(database),
  pictures: new ReviewPictures(places.uploadFolder),
  origin: undefined,
  mailUrl: process.env['SMTP_URL'],
  ...places,
  partners: { analytics: 'http://127.0.0.1', films: 'http://127.0.0.1', parcels: 'http://127.0.0.1' },
  onError: (message, { error, ...details }) => logger.error({ ...details, err: error }, message),
});
