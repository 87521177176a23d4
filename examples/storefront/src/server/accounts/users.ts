import type { Database } from 'policy-engine';
import { createId, timeText } from 'policy-engine/database';
import { run } from '../database/statements.ts';

/** A user with an account. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** May write policies. */
  readonly admin: boolean;
}

/** A row of {@link USER_COLUMNS}. */
export type UserRow = Omit<User, 'admin'> & { readonly admin: number };

/** The data of a new user. */
export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly admin?: boolean;
  /** Default: now. */
  readonly since?: Date;
}

/** The columns of {@link userOf}, of a table called `u`. */
export const USER_COLUMNS = 'u.id, u.email, u.name, u.admin';

/** The user of a row. */
export const userOf = ({ id, email, name, admin }: UserRow): User => ({ id, email, name, admin: admin !== 0 });

/** Normalises an address, because people do not remember its capital letters. */
export const canonicalEmail = (email: string): string => email.trim().toLowerCase();

/** Finds a user with the hash of the password. */
export async function findByEmail(
  database: Database,
  email: string,
): Promise<{ readonly user: User; readonly passwordHash: string } | undefined> {
  const { rows } = await run<UserRow & { password_hash: string }>(
    database,
    `select ${USER_COLUMNS}, u.password_hash from storefront_users u where u.email = ?`,
    [canonicalEmail(email)],
  );
  return rows[0] && { user: userOf(rows[0]), passwordHash: rows[0].password_hash };
}

/** The user with an id; null if it was deleted. */
export async function findUser(database: Database, id: string): Promise<User | null> {
  return (await findUsers(database, [id]))[0] ?? null;
}

/** The users with these IDs. */
export async function findUsers(database: Database, ids: readonly string[]): Promise<User[]> {
  const places = ids.map(() => '?').join(', ');
  const sql = `select ${USER_COLUMNS} from storefront_users u where u.id in (${places})`;
  const { rows } = await run<UserRow>(database, sql, ids);
  return rows.map(userOf);
}

/** Users whose name or address contains a text, case-insensitively; by address, at most one more than the panel reads. */
export async function searchUsers(database: Database, text: string): Promise<User[]> {
  // `!` escapes what `like` would read as a pattern.
  const pattern = `%${text.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;
  const { rows } = await run<UserRow>(
    database,
    `select ${USER_COLUMNS} from storefront_users u
     where lower(u.email) like ? escape '!' or lower(u.name) like ? escape '!' order by u.email limit 1001`,
    [pattern, pattern],
  );
  return rows.map(userOf);
}

/** The hash of a user's password; undefined if the user was deleted. */
export async function passwordHashOf(database: Database, id: string): Promise<string | undefined> {
  const sql = 'select password_hash from storefront_users where id = ?';
  const { rows } = await run<{ password_hash: string }>(database, sql, [id]);
  return rows[0]?.password_hash;
}

/** Removes a user's password, so that nobody can sign in to the account. */
export async function closeAccount(database: Database, id: string): Promise<void> {
  await run(database, "update storefront_users set password_hash = '' where id = ?", [id]);
}

/** Inserts a user. @throws the driver's unique violation if the address is taken */
export async function insertUser(
  database: Database,
  { email, name, passwordHash, admin = false, since = new Date() }: NewUser,
): Promise<User> {
  const user = { id: createId(), email: canonicalEmail(email), name, admin };
  await run(
    database,
    'insert into storefront_users (id, email, name, password_hash, admin, created_at) values (?, ?, ?, ?, ?, ?)',
    [user.id, user.email, name, passwordHash, admin, timeText(since)],
  );
  return user;
}

/** Changes the name of a user. */
export async function renameUser(database: Database, id: string, name: string): Promise<void> {
  await run(database, 'update storefront_users set name = ? where id = ?', [name, id]);
}
