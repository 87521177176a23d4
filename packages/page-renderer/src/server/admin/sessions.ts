/** Sessions of operators in browsers: a signed cookie, so that the admin token is entered once and never stored by the browser. */
import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { wallClock } from '../../kernel/clock.ts';

/** Milliseconds after which a session ends: without a page view, and in any case. */
const ENDS = { idle: 60 * 60_000, always: 12 * 60 * 60_000 };
/** Milliseconds after which the cookie of a session in use is renewed. */
const RENEWED = 5 * 60_000;
/** Milliseconds by which the clocks of several instances may differ. */
const SKEW = 60_000;
/** Maximum number of ended sessions that are remembered. */
const MOST_ENDED = 1_000;
const COOKIE = 'page-renderer-operator';
const VALUE = /^([\w-]{22})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([\w-]{43})$/;

/** A session. Times are milliseconds since 1970. */
export interface Session {
  readonly id: string;
  readonly begun: number;
  /** When it ends unless it is renewed. */
  readonly until: number;
}

/** See the head of the file. Instances with the same token accept each other's sessions; another token ends all of them. */
export class OperatorSessions {
  readonly #token: string;
  readonly #ended = new LRUCache<string, true>({ max: MOST_ENDED });
  #signingKey: Buffer | undefined;

  constructor(token: string) {
    this.#token = token;
  }

  /** A new session. */
  begin(): Session {
    const now = wallClock();
    return { id: randomBytes(16).toString('base64url'), begun: now, until: now + ENDS.idle };
  }

  /** The session of a `Cookie` header; undefined without one, or if it was changed or has ended. */
  read(header: string | undefined): Session | undefined {
    const cookies = (header ?? '').split(';').map((cookie) => cookie.trim());
    const value = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
    const [, id, begunText, untilText, signature] = VALUE.exec(value) ?? [];
    if (!id || !begunText || !untilText || !signature) return undefined;
    if (!isEqual(signature, this.#sign(`session ${id} ${begunText} ${untilText}`))) return undefined;
    const session = { id, begun: Number.parseInt(begunText, 36), until: Number.parseInt(untilText, 36) };
    const now = wallClock();
    const isValid = session.begun <= now + SKEW && now < session.until && now < session.begun + ENDS.always;
    return isValid && !this.#ended.has(id) ? session : undefined;
  }

  /** The same session with more time; undefined if it has enough. */
  renew(session: Session): Session | undefined {
    const now = wallClock();
    return session.until - now > ENDS.idle - RENEWED ? undefined : { ...session, until: now + ENDS.idle };
  }

  /** The cookie is no longer accepted, even if somebody has copied it. */
  end({ id }: Session): void {
    this.#ended.set(id, true);
  }

  /** `Set-Cookie` of a session; undefined removes it. @param isSecure whether the browser uses https */
  cookie(session: Session | undefined, isSecure: boolean): string {
    const attributes = `; Path=/operator; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    if (!session) return `${COOKIE}=; Max-Age=0${attributes}`;
    const { id, begun, until } = session;
    const [begunText, untilText] = [begun.toString(36), until.toString(36)];
    const signature = this.#sign(`session ${id} ${begunText} ${untilText}`);
    const seconds = Math.max(0, Math.floor((until - wallClock()) / 1000));
    return `${COOKIE}=${id}.${begunText}.${untilText}.${signature}; Max-Age=${seconds}${attributes}`;
  }

  /** The secret of the forms of a session, or of clients without one; pages of other sites cannot read it. */
  formToken(session: Session | undefined): string {
    return this.#sign(`forms ${session?.id ?? ''}`);
  }

  /** Whether a form was sent by a page of this session. */
  isFormToken(session: Session | undefined, sent: string): boolean {
    return isEqual(sent, this.formToken(session));
  }

  #sign(text: string): string {
    // Slow on purpose, and done once: a cookie must not help to guess a token that somebody has made up.
    this.#signingKey ??= scryptSync(this.#token, 'page-renderer operator', 32);
    return createHmac('sha256', this.#signingKey).update(text).digest('base64url');
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
