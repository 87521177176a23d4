import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectDatabase, type Database } from 'policy-engine';
import { createDemoAccounts } from '../accounts/demo-accounts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { createTables } from './tables.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../data');

/** Default database, unless `DATABASE_URL` is set; it persists between starts, and is not in the repository. */
export const DEFAULT_DATABASE: string = path.join(FOLDER, 'storefront.db');

/** Default folder of exports; not in the repository either. */
export const DEFAULT_EXPORTS: string = path.join(FOLDER, 'exports');

/** Default folder of pictures of reviews; not in the repository either. */
export const DEFAULT_UPLOADS: string = path.join(FOLDER, 'uploads');

/** File with the erased people; a real shop stores it separately from the database and its backups. */
export const DEFAULT_JOURNAL: string = path.join(FOLDER, 'forgotten.txt');

/** The file of a `DATABASE_URL`; null for a database in memory or on a server. */
export function databaseFileOf(url: string): string | null {
  if (url === ':memory:') return null;
  if (url.startsWith('file:')) return fileURLToPath(url);
  return /^[a-z][a-z0-9+.-]+:/i.test(url) ? null : path.resolve(url);
}

/** File with the erased people, for a database in a separate file: next to it. */
export function journalBeside(url: string): string {
  const file = databaseFileOf(url);
  return file === null || file === DEFAULT_DATABASE ? DEFAULT_JOURNAL : `${file}.forgotten.txt`;
}

/** Creates the folder of uploaded files, from which the engine reads the pictures of exports. */
export function makeFolders({ uploadFolder }: { readonly uploadFolder: string }): void {
  mkdirSync(uploadFolder, { recursive: true });
}

/** Opens the database, and creates the shop's own tables and, in a new database, the three accounts. */
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
