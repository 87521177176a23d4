import type { Cookies } from '../../platform/web/request/cookies.ts';
import { dayOf } from '../regimes/index.ts';
import { Browser, type Carrier, type Signed } from './browser.ts';
import type { CookieKey, CookieKeys, OpenedCookie } from './keys.ts';
import type { CookiePlace, CookiePlaces } from './place.ts';
import { type ProofCookie, readProof } from './proof-cookie.ts';
import { hasSignedCookies, openCookie } from './signed-cookie.ts';
import { readVisitor } from './visitor-cookie.ts';

/** The sender of a request, and its cookies. */
export interface Sender {
  /** The signed-in account; null for nobody. */
  readonly user: { readonly id: string } | null;
  readonly cookies: Cookies;
  /** Whether they came over https. Default: by the URL of the request. */
  readonly secure?: boolean;
  readonly request?: Request | null;
}

/** What the service needs. */
export interface BrowserServiceOptions {
  readonly keys: CookieKeys;
  /** Whether a rule cookie counts that the engine did not record. */
  readonly unprovedCookies: 'count' | 'ignore';
  readonly places: CookiePlaces;
  readonly now: () => Date;
}

// Stored on the cookies object: a WeakMap entry per request costs the garbage collector more than the browser objects do.
const BROWSER: unique symbol = Symbol('browser');

/** Attached to the cookies of a request, so that changes by its response are visible to later calls. */
interface BrowserHolder {
  [BROWSER]?: {
    readonly service: BrowserService;
    readonly userId: string | null;
    readonly browser: Browser | Promise<Browser>;
  };
}

/** The content of a request's signed cookies, and what of it ended with the session of an account. */
interface Found extends Signed {
  readonly ended: ReadonlySet<string>;
  readonly hasEndedVisitor: boolean;
}

// A class: a getter in an object literal costs a hidden class per object, which only a full garbage collection clears.
class SenderCarrier implements Carrier {
  readonly cookies: Cookies;
  readonly #sender: Sender;
  readonly #options: BrowserServiceOptions;
  #place: CookiePlace | undefined;

  constructor(sender: Sender, options: BrowserServiceOptions) {
    this.cookies = sender.cookies;
    this.#sender = sender;
    this.#options = options;
  }

  /** Rarely needed; expensive behind trusted proxies. */
  get place(): CookiePlace {
    return (this.#place ??= placeOf(this.#sender, this.#options.places));
  }

  get today(): string {
    return dayOf(this.#options.now());
  }
}

function placeOf({ secure, request = null }: Sender, places: CookiePlaces): CookiePlace {
  return places.of(request, secure ?? request?.url.startsWith('https:') ?? false);
}

/** Reads a browser's decisions, from cookies that it cannot forge. */
export class BrowserService {
  readonly #options: BrowserServiceOptions;

  constructor(options: BrowserServiceOptions) {
    this.#options = options;
  }

  /**
   * The browser of a request. Decisions that were set under another account than the signed-in one are ignored, and the response
   * deletes them. Costs no query, except the first time in a process.
   */
  of(sender: Sender): Browser | Promise<Browser> {
    const userId = sender.user?.id ?? null;
    const holder: Cookies & BrowserHolder = sender.cookies;
    const known = holder[BROWSER];
    if (known?.service === this && known.userId === userId) return known.browser;
    const browser = this.#load(sender);
    holder[BROWSER] = { service: this, userId, browser };
    return browser;
  }

  /** The signing key. */
  async key(): Promise<CookieKey> {
    return this.#options.keys.signing();
  }

  /** Where the engine's cookies of a request are. */
  placeOf(sender: Sender): CookiePlace {
    return placeOf(sender, this.#options.places);
  }

  #load(sender: Sender): Browser | Promise<Browser> {
    const { cookies } = sender;
    const carrier = new SenderCarrier(sender, this.#options);
    if (hasSignedCookies(cookies)) return this.#open(carrier, sender.user);
    return new Browser(carrier, NOTHING, NONE, this.#options.unprovedCookies === 'count');
  }

  async #open(carrier: Carrier, user: Sender['user']): Promise<Browser> {
    const { cookies } = carrier;
    const { keys, unprovedCookies } = this.#options;
    const visitor = await openCookie(keys, cookies, 'policy_visitor', carrier.place);
    const beside = (visitor && readVisitor(visitor)?.visitorId) ?? '';
    const proof = await openCookie(keys, cookies, 'policy_proof', carrier.place, beside);
    const found = foundIn(visitor, proof, user?.id ?? null);
    const browser = new Browser(carrier, found, found.ended, unprovedCookies === 'count');
    const hasEnded = found.ended.size > 0 || found.hasEndedVisitor;
    if (hasEnded) browser.endAccount(await keys.signing(), found.hasEndedVisitor);
    return browser;
  }
}

const NOTHING: Signed = { visitor: null, proof: null };
const NONE: ReadonlySet<string> = new Set();

function foundIn(visitorCookie: OpenedCookie | null, proofCookie: OpenedCookie | null, userId: string | null): Found {
  const isTheirs = (opened: OpenedCookie, account: string | null) =>
    account === null || (userId !== null && opened.key.accountHash(userId) === account);
  const saidVisitor = visitorCookie && readVisitor(visitorCookie);
  const hasEndedVisitor =
    visitorCookie !== null && saidVisitor !== null && !isTheirs(visitorCookie, saidVisitor.account);
  const visitor = hasEndedVisitor ? null : saidVisitor;
  const proof = proofCookie && readProof(proofCookie);
  if (proofCookie === null || proof === null) return { visitor, proof: null, ended: new Set(), hasEndedVisitor };
  const isAccountHere = isTheirs(proofCookie, proof.account);
  const all = [...proof.decisions];
  const ended = isAccountHere ? [] : all.filter(([, { by }]) => by !== 'browser').map(([rule]) => rule);
  const decisions: ProofCookie['decisions'] = new Map(
    all.filter(([, { by }]) => (by === 'browser' || isAccountHere) && (by === 'account' || visitor !== null)),
  );
  return { visitor, proof: { ...proof, decisions }, ended: new Set(ended), hasEndedVisitor };
}
