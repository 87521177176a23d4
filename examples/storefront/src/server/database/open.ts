import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectDatabase, type Database } from 'policy-engine';
import { createDemoAccounts } from '../accounts/demo-accounts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { createTables } from './tables.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../data');

/** Where the shop keeps its data unless `DATABASE_URL` says otherwise; kept between starts, and not in the repository. */
export const DEFAULT_DATABASE: string = path.join(FOLDER, 'storefront.db');

/** Where people's exports are, unless the shop is told otherwise; not in the repository either. */
export const DEFAULT_EXPORTS: string = path.join(FOLDER, 'exports');

/** Where pictures of reviews are, unless the shop is told otherwise; not in the repository either. */
export const DEFAULT_UPLOADS: string = path.join(FOLDER, 'uploads');

/** Where the shop notes whom it has forgotten; a real one keeps it apart from the database and its backups. */
export const DEFAULT_JOURNAL: string = path.join(FOLDER, 'forgotten.txt');

/** The file that a `DATABASE_URL` names; null for a database in memory or on a server. */
export function databaseFileOf(url: string): string | null {
  if (url === ':memory:') return null;
  if (url.startsWith('file:')) return fileURLToPath(url);
  return /^[a-z][a-z0-9+.-]+:/i.test(url) ? null : path.resolve(url);
}

/** Where the shop notes whom it has forgotten, for a database in a file of its own: beside it. */
export function journalBeside(url: string): string {
  const file = databaseFileOf(url);
  return file === null || file === DEFAULT_DATABASE ? DEFAULT_JOURNAL : `${file}.forgotten.txt`;
}

/** Makes the folder of what people send, which the engine reads the pictures of exports from. */
export function makeFolders({ uploadFolder }: { readonly uploadFolder: string }): void {
  mkdirSync(uploadFolder, { recursive: true });
}

/** Opens the database, with the shop's own tables and, where it is new, the three accounts. */
export async function openDatabase(url: string, passwords: Passwords): Promise<Database> {
  if (url === DEFAULT_DATABASE) mkdirSync(FOLDER, { recursive: true });
  const database = await connectDatabase(url);
  try {
    await createTables(database);
    await createDemoAccounts(database, passwords);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
