/**
 * The shop's engine for the command line, on the database in `DATABASE_URL`:
 *
 *     npx --offline policy-engine map check --engine demo/commands.ts
 *
 * @module
 */
import { pino } from 'pino';
import { connectDatabase, type PolicyEngine } from 'policy-engine';
import { DEFAULT_PASSWORD_COST, Passwords } from 'storefront/accounts/passwords';
import { Sessions } from 'storefront/accounts/sessions';
import { createEngine } from 'storefront/policies/engine';
import { ReviewPictures } from 'storefront/reviews/pictures';
import { placesFromEnvironment, placesOf, PUBLIC } from './places.ts';

const { databaseUrl, ...folders } = placesOf(placesFromEnvironment());
const logger = pino(pino.destination(process.stderr.fd));
const database = await connectDatabase(databaseUrl);
// The engine serves no pages here, so other companies need no address.
const nowhere = 'http://127.0.0.1';

/** The engine with the shop's options. */
export const engine: PolicyEngine = createEngine({
  ...folders,
  database,
  passwords: new Passwords(DEFAULT_PASSWORD_COST),
  sessions: new Sessions(database),
  pictures: new ReviewPictures(folders.uploadFolder),
  publicFolder: PUBLIC,
  mailUrl: process.env['SMTP_URL'],
  partners: { analytics: nowhere, films: nowhere, parcels: nowhere },
  onError: (message, { error, ...details }) => logger.error({ ...details, err: error }, message),
});
