import type { ConsentService } from './consents/service.ts';
import type { ConsentState, Standing } from './consents/standing.ts';
import { isObstructing, isPending } from './consents/standing.ts';
import { type GuardOptions, type GuardSettings, type Obstacle, obstacleOf } from './guard/guard.ts';
import type { ScriptService } from './scripts/service.ts';
import type { Cookies } from './web/cookies.ts';
import type { CurrentUser } from './web/host-env.ts';

interface VisitOptions {
  readonly request: Request;
  readonly ip: string | undefined;
  readonly guard: GuardSettings;
  readonly cookies: Cookies;
  readonly consents: ConsentService;
  readonly scripts: ScriptService;
  readonly user: () => Promise<CurrentUser | null>;
}

/** One request of the host's own pages, with what its visitor decided. Everything is asked for at most once. */
export class Visit {
  readonly #options: VisitOptions;
  #standings: Promise<readonly Standing[]> | undefined;

  constructor(options: VisitOptions) {
    this.#options = options;
  }

  /** Whether the visitor, signed in or not, has accepted the rule's text in force. False for an unknown rule. */
  async hasConsented(rule: string): Promise<boolean> {
    return (await this.stateOf(rule)) === 'accepted';
  }

  /** What the visitor decided on the rule's text in force; `passive` for nothing yet and for an unknown rule. */
  async stateOf(rule: string): Promise<ConsentState> {
    return (await this.#all()).find((standing) => standing.rule.name === rule)?.state ?? 'passive';
  }

  /** Names of the rules that can be asked about now: they have a text in force, and nothing was decided on it. */
  async undecidedPolicies(): Promise<string[]> {
    const undecided = (await this.#all()).filter(
      ({ state, term, isAsked }) => isAsked && state === 'passive' && term !== null,
    );
    return undecided.map(({ rule }) => rule.name);
  }

  /** Names of the rules that are undecided or rejected. */
  async pendingPolicies(): Promise<string[]> {
    return (await this.#all()).filter(isPending).map(({ rule }) => rule.name);
  }

  /** Names of the blocking rules among the pending ones. */
  async pendingBlockingPolicies(): Promise<string[]> {
    return (await this.#all())
      .filter((standing) => standing.rule.blocking && isPending(standing))
      .map(({ rule }) => rule.name);
  }

  /**
   * What stands between a signed-in visitor and the host's page: the acceptance page to go to first, or a problem
   * document for a program. Null where the request may go on. `requirePolicies` of the host adapters is this.
   */
  async obstacle(options: GuardOptions = {}): Promise<Obstacle | null> {
    const { request, guard, user } = this.#options;
    const { method, headers, url } = request;
    const pending = async () => {
      // Nobody has to decide on anything before they are somebody.
      if ((await user()) === null) return [];
      return (await this.#all()).filter(isObstructing).map(({ rule }) => rule.name);
    };
    return obstacleOf(guard, options, { method, headers, url: new URL(url), pending });
  }

  /**
   * HTML of the scripts the visitor consented to, for the page's head; empty without consent (spec: `render_scripts`).
   *
   * @param options.nonce the page's Content-Security-Policy nonce
   */
  async renderScripts({ nonce = '' }: { nonce?: string } = {}): Promise<string> {
    if (this.#options.scripts.rules.size === 0) return '';
    const standings = await this.#all();
    const accepted = new Set(standings.filter(({ state }) => state === 'accepted').map(({ rule }) => rule.name));
    return this.#options.scripts.render((rule) => accepted.has(rule), nonce);
  }

  #all(): Promise<readonly Standing[]> {
    this.#standings ??= this.#load();
    return this.#standings;
  }

  async #load(): Promise<readonly Standing[]> {
    const { request, cookies, consents, user } = this.#options;
    const secure = new URL(request.url).protocol === 'https:';
    return consents.standingsOfVisit({ user: await user(), cookies, request, secure, ip: this.#options.ip });
  }
}
