import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Database } from 'policy-engine';
import { timeText } from 'policy-engine/database';
import { run } from '../database/statements.ts';
import { USER_COLUMNS, type User, type UserRow, userOf } from './users.ts';

/** Name of the cookie of a session. */
export const SESSION_COOKIE = 'sf_session';
const LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** The table contains hashes, so nobody who reads it can sign in with them. */
const idOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const tokenOf = (cookies: string | null | undefined): string | undefined =>
  /(?:^|;\s*)sf_session=([\w-]{43})(?:;|$)/.exec(cookies ?? '')?.[1];

const cookieOptions = ({ secure }: Request) => ({ httpOnly: true, sameSite: 'lax', secure, path: '/' }) as const;

/** Sessions of signed-in users, identified by a random number in a cookie. */
export class Sessions {
  readonly #database: Database;
  readonly #known = new WeakMap<IncomingMessage, Promise<User | null>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The user who sent this request; queries the database only once per request. */
  userOf(request: IncomingMessage): Promise<User | null> {
    const known = this.#known.get(request) ?? this.userOfCookies(request.headers.cookie);
    this.#known.set(request, known);
    return known;
  }

  /** The user to whom these cookies belong. @param header value of the `Cookie` header */
  async userOfCookies(header: string | null | undefined): Promise<User | null> {
    const token = tokenOf(header);
    if (token === undefined) return null;
    const { rows } = await run<UserRow>(
      this.#database,
      `select ${USER_COLUMNS} from storefront_sessions s join storefront_users u on u.id = s.user_id
       where s.id = ? and s.expires_at > ?`,
      [idOf(token), timeText(new Date())],
    );
    return rows[0] ? userOf(rows[0]) : null;
  }

  /** Signs a user in with a new number, and ends the session that the browser had: it may be another person's. */
  async start(request: Request, response: Response, user: User): Promise<void> {
    await this.#forget(request);
    const token = randomBytes(32).toString('base64url');
    const now = Date.now();
    await run(this.#database, 'delete from storefront_sessions where expires_at <= ?', [timeText(new Date(now))]);
    const insert = 'insert into storefront_sessions (id, user_id, expires_at) values (?, ?, ?)';
    await run(this.#database, insert, [idOf(token), user.id, timeText(new Date(now + LIFETIME))]);
    response.cookie(SESSION_COOKIE, token, { ...cookieOptions(request), maxAge: LIFETIME });
  }

  /** Signs out; the number is no longer valid. */
  async end(request: Request, response: Response): Promise<void> {
    await this.#forget(request);
    response.clearCookie(SESSION_COOKIE, cookieOptions(request));
  }

  /** Signs a user out everywhere. @returns the number of ended sessions */
  async endAll(userId: string): Promise<number> {
    const sql = 'delete from storefront_sessions where user_id = ?';
    return (await run(this.#database, sql, [userId])).affectedRows;
  }

  async #forget(request: Request): Promise<void> {
    const token = tokenOf(request.headers.cookie);
    if (token !== undefined) await run(this.#database, 'delete from storefront_sessions where id = ?', [idOf(token)]);
  }
}
