/** Where the demonstration stores its data, unless environment variables or options say otherwise. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = path.resolve(import.meta.dirname, 'data');

/** The folder of the styles and pictures. */
export const PUBLIC = path.resolve(import.meta.dirname, 'public');

/** Default database; it persists between starts, and is not in the repository. */
export const DEFAULT_DATABASE = path.join(FOLDER, 'storefront.db');

/** The files and folders of a shop. */
export interface Places {
  /** A path, `:memory:`, or a `file:`, `postgres:` or `mysql:` URL. Default: {@link DEFAULT_DATABASE}. */
  readonly databaseUrl: string;
  /** Folder of exports until they expire. */
  readonly exportFolder: string;
  /** Folder of the pictures of reviews. */
  readonly uploadFolder: string;
  /** File with the erased people; a real shop stores it separately from the database and its backups. Default: next to the database. */
  readonly journalFile: string;
}

/** The file of a `DATABASE_URL`; null for a database in memory or on a server. */
export function databaseFileOf(url: string): string | null {
  if (url === ':memory:') return null;
  if (url.startsWith('file:')) return fileURLToPath(url);
  return /^[a-z][a-z0-9+.-]+:/i.test(url) ? null : path.resolve(url);
}

function journalBeside(url: string): string {
  const file = databaseFileOf(url);
  return file === null || file === DEFAULT_DATABASE ? path.join(FOLDER, 'forgotten.txt') : `${file}.forgotten.txt`;
}

/** Completes the places with their defaults, and creates the folders that must exist. */
export function placesOf(given: Partial<Places>): Places {
  const { databaseUrl = DEFAULT_DATABASE } = given;
  const {
    exportFolder = path.join(FOLDER, 'exports'),
    uploadFolder = path.join(FOLDER, 'uploads'),
    journalFile = journalBeside(databaseUrl),
  } = given;
  // The engine reads the pictures of exports from this folder.
  mkdirSync(uploadFolder, { recursive: true });
  if (databaseUrl === DEFAULT_DATABASE) mkdirSync(FOLDER, { recursive: true });
  return { databaseUrl, exportFolder, uploadFolder, journalFile };
}

/** The places that environment variables name. */
export function placesFromEnvironment({ env } = process): Partial<Places> {
  return {
    ...(env['DATABASE_URL'] && { databaseUrl: env['DATABASE_URL'] }),
    ...(env['EXPORT_FOLDER'] && { exportFolder: env['EXPORT_FOLDER'] }),
    ...(env['UPLOAD_FOLDER'] && { uploadFolder: env['UPLOAD_FOLDER'] }),
    ...(env['ERASURE_JOURNAL'] && { journalFile: env['ERASURE_JOURNAL'] }),
  };
}
