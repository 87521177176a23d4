/** The means of the people in the sample: browsers, and an engine that knows who uses them. */
import type { Database, PolicyEngine } from 'policy-engine';
import { SESSION_COOKIE } from 'storefront/accounts/sessions';
import type { User } from 'storefront/accounts/users';
import { POLICIES } from 'storefront/policies/engine';
import type { Random } from './random.ts';
import type { SampleClock, Timeline } from './timeline.ts';

/** All parts of the sample. */
export interface World {
  readonly database: Database;
  readonly engine: PolicyEngine;
  readonly random: Random;
  readonly clock: SampleClock;
  readonly timeline: Timeline;
  /** Milliseconds since 1970: the end of the sample. */
  readonly end: number;
  /** Hash of the password `demo`, which all people in the sample have. */
  readonly passwordHash: string;
}

/** Milliseconds of a day. */
export const DAY = 86_400_000;
/** Milliseconds of an hour. */
export const HOUR = 3_600_000;

/** Origin of the shop in the sample; it is never contacted. */
const ORIGIN = 'http://127.0.0.1:8080';
/** Header with the signed-in user. It is used only by the engine that creates the sample, which does not listen. */
export const SIGNED_IN = 'x-sample-user';

const AGENTS = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    4,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    4,
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    3,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 2],
] as const;

const PAGES = ['/', '/', '/products/1', '/products/4', '/products/7', '/products/11', '/delivery', '/cart'] as const;

/** Days before the end, during which the analytics tag was by mistake in the template, and so did not wait for consent. */
const MISTAKE = { from: 41, to: 34 };
/** A part of the browsers closed a newsletter box, whose cookie nobody declared: each so many. */
const CLOSED_BOX = 4;

/** A browser with its cookies. */
export class SampleBrowser {
  readonly #world: World;
  readonly #agent: string;
  readonly #address: string;
  readonly #hasClosedBox: boolean;
  readonly #cookies = new Map<string, string>();
  /** Whether it sends Global Privacy Control. */
  readonly sendsGpc: boolean;
  /** Language that it requests. */
  readonly locale: string;

  /** @param options.gpc whether it sends Global Privacy Control. Default: false */
  constructor(world: World, { locale, gpc = false }: { readonly locale: string; readonly gpc?: boolean }) {
    this.#world = world;
    this.locale = locale;
    this.sendsGpc = gpc;
    this.#agent = world.random.weighted(AGENTS);
    // A network of the documentation (RFC 5737).
    const host = world.random.between(1, 254);
    this.#address = `203.0.113.${host}`;
    this.#hasClosedBox = host % CLOSED_BOX === 0;
  }

  /** Its IP address. */
  get address(): string {
    return this.#address;
  }

  /** A request of this browser to the shop. @param path such as `/policies/consent.json` */
  request(
    method: string,
    path: string,
    { user, body }: { readonly user?: User; readonly body?: unknown } = {},
  ): Request {
    const cookies = [...[...this.#cookies].map((pair) => pair.join('=')), ...this.#cookiesOfShop(user)];
    const headers = {
      accept: 'application/json',
      'accept-language': this.locale,
      'user-agent': this.#agent,
      'sec-fetch-site': 'same-origin',
      referer: ORIGIN + this.#world.random.pick(PAGES),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...(this.sendsGpc && { 'sec-gpc': '1' }),
      ...(user && { [SIGNED_IN]: user.id }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    return new Request(ORIGIN + path, { method, headers, ...content });
  }

  /** What the shop and its tags have stored in this browser. */
  #cookiesOfShop(user: User | undefined): string[] {
    const { clock, end } = this.#world;
    const daysAgo = (end - clock.now().getTime()) / DAY;
    const hasConsented = this.#cookies.get('policy_rule_cookie') === 'accepted';
    const isTagged = hasConsented || (daysAgo < MISTAKE.from && daysAgo > MISTAKE.to);
    return [
      ...(user === undefined ? [] : [`${SESSION_COOKIE}=sample`]),
      ...(isTagged ? ['_sf_visitor=sample', '_sf_stats=1'] : []),
      ...(hasConsented ? ['_sf_taste=1'] : []),
      ...(this.#hasClosedBox ? ['newsletter_closed=1'] : []),
    ];
  }

  /**
   * Sends a request to the engine, and keeps the cookies of the response.
   *
   * @param path below the mount path, such as `/consent.json`
   * @returns the JSON of the response; undefined for an empty one
   * @throws for any status other than 2xx
   */
  async send(
    method: string,
    path: string,
    options: { readonly user?: User; readonly body?: unknown } = {},
  ): Promise<unknown> {
    const request = this.request(method, POLICIES + path, options);
    const response = await this.#world.engine.fetch(request, { ip: this.#address });
    if (!response.ok) throw new Error(`${method} ${path} got ${response.status}: ${await response.text()}`);
    this.keep(response.headers.getSetCookie());
    return response.status === 204 ? undefined : response.json();
  }

  /** Keeps cookies. @param lines values of `Set-Cookie` */
  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      if (attributes.some((attribute) => /^(?:domain=|max-age=0$)/i.test(attribute))) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(name.length + 1));
    }
  }

  /** Decides in the banner. */
  async answer(decisions: Readonly<Record<string, boolean>>, user?: User): Promise<void> {
    const shown = { locale: this.locale, choices: ['accept', 'refuse', 'choose'] };
    await this.send('PUT', '/consent.json', { body: { decisions, shown }, ...(user && { user }) });
  }
}
