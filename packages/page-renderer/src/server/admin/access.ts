/** Access to administration: removals that affect several pages, and information about the cache. */
import { monotonic } from '../../kernel/clock.ts';
import { RendererError } from '../../kernel/errors.ts';
import { classifyAddress } from '../../guard/addresses.ts';
import type { AccessRequest } from '../access/request.ts';
import { bearerToken, Tokens } from '../access/tokens.ts';
import { ClientLimit } from '../access/client-limit.ts';
import { Clients } from '../access/clients.ts';
import { OperatorSessions } from './sessions.ts';

/** Maximum number of removals of single pages per minute and client, if no token is configured. */
const REMOVALS_PER_MINUTE = 60;
/** Maximum number of attempts to sign in per minute and client. */
const SIGN_INS_PER_MINUTE = 10;

/** The configuration of this access. */
export interface AdminRules {
  readonly token: string;
  /** Whether the token is configured; a generated token does not restrict what the specification leaves open. */
  readonly isConfigured: boolean;
  /** Whether clients on this machine need no token. */
  readonly trustLoopback: boolean;
  /** The proxies whose `X-Forwarded-For` identifies clients. */
  readonly trustedProxies: readonly string[];
}

/** See the head of the file. */
export class AdminAccess {
  /** Of operators who have signed in, for the pages of `/operator` only. */
  readonly sessions: OperatorSessions;
  readonly #rules: AdminRules;
  readonly #token: Tokens;
  readonly #clients: Clients;
  readonly #removals: ClientLimit = new ClientLimit(REMOVALS_PER_MINUTE, monotonic);

  readonly #signIns: ClientLimit = new ClientLimit(SIGN_INS_PER_MINUTE, monotonic);

  constructor(rules: AdminRules) {
    this.sessions = new OperatorSessions(rules.token);
    this.#rules = rules;
    this.#clients = new Clients(rules.trustedProxies);
    this.#token = new Tokens([rules.token]);
  }

  /** Whether the client may administer. */
  allows(c: AccessRequest): boolean {
    return this.#has(c);
  }

  /** For requests that affect more than one page. @throws {RendererError} `unauthorized` */
  require(c: AccessRequest): void {
    if (this.#has(c)) return;
    const where = this.#rules.isConfigured ? '' : ', which is in the file that the log of its start names';
    throw new RendererError('unauthorized', `Send the admin token of the service${where}: "Authorization: Bearer …"`);
  }

  /**
   * For the removal of one page, which needs no token if none is configured (spec:
   * R-open-invalidate-access).
   *
   * @throws {RendererError} `unauthorized`; `too-many-requests` for a client that removes too many pages
   */
  requireForOnePage(c: AccessRequest): void {
    if (this.#has(c)) return;
    if (this.#rules.isConfigured) return this.require(c);
    const seconds = this.#removals.take(this.#clients.of(c).name);
    if (seconds === 0) return;
    const message = `Without the admin token, at most ${REMOVALS_PER_MINUTE} pages per minute can be removed`;
    throw new RendererError('too-many-requests', message, { retryAfter: seconds });
  }

  /**
   * For the token that a person has entered.
   *
   * @throws {RendererError} `unauthorized`; `too-many-requests` for a client that tries too often
   */
  requireSignIn(c: AccessRequest, token: string): void {
    const seconds = this.#signIns.take(this.#clients.of(c).name);
    if (seconds > 0) {
      const message = `Too many attempts to sign in; try again in ${seconds} seconds`;
      throw new RendererError('too-many-requests', message, { retryAfter: seconds });
    }
    if (this.#token.find(token) === -1) throw new RendererError('unauthorized', 'This is not the admin token');
  }

  #has(c: AccessRequest): boolean {
    if (c.env?.isAdminSocket === true) return true;
    if (this.#token.find(bearerToken(c.req.header('authorization'))) !== -1) return true;
    return this.#rules.trustLoopback && isOfThisMachine(c);
  }
}

/**
 * Whether the request comes from this machine itself: not if a proxy forwards it and says so, and not if the page of another
 * site makes a browser here send it, even through a host name of that site that resolves to this machine (DNS rebinding).
 */
function isOfThisMachine(c: AccessRequest): boolean {
  const address = c.env?.incoming?.socket.remoteAddress ?? '';
  if (classifyAddress(address) !== 'loopback') return false;
  if (FORWARDED.some((name) => c.req.header(name) !== undefined)) return false;
  if (/^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')) return false;
  const { hostname } = URL.parse(`http://${c.req.header('host') ?? ''}`) ?? {};
  return hostname !== undefined && LOOPBACK_NAME.test(hostname);
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;
const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
