/** Who decides, and what is known about them and about how they decided. */
import type { DecisionChannel } from '../../proof/index.ts';
import type { Cookies } from '../../../platform/web/request/cookies.ts';
import type { CurrentUser } from '../../../platform/users/current-user.ts';

/** Someone who decides or whose decisions are read. */
export interface Visitor {
  readonly user: CurrentUser | null;
  readonly cookies: Cookies;
  /** Null for a decision that the host makes outside of a request. */
  readonly request: Request | null;
  /** Whether they came over https. */
  readonly secure: boolean;
  /** How they decide. Default: `api`. */
  readonly how?: DecisionChannel | undefined;
  /** The client's address as the host sees it; only its network is kept. */
  readonly ip?: string | undefined;
  /** BCP 47 tag of the page they see. */
  readonly locale?: string | undefined;
  /** Path of the host's page they decide from, if another page sends the request. */
  readonly page?: string | undefined;
  /** What they were shown to decide on, as canonical JSON. */
  readonly shown?: string | null | undefined;
  /** BCP 47 tags of the languages they were shown texts in, best first. Default: that of the page. */
  readonly languages?: readonly string[] | undefined;
  /** Random word of the page for a visitor without a cookie yet, so that two clicks at once come from one visitor. */
  readonly click?: string | undefined;
  /**
   * The text of a rule that they read: its hash, or the number of its version. A text that is not in force cannot be accepted.
   * Undefined for a rule whose text is not stated.
   */
  readonly read?: ((rule: string) => string | undefined) | undefined;
  /** Whether they confirmed, in a step of its own, that they accept a sale that they had opted out of. Default: false. */
  readonly confirmed?: boolean | undefined;
}

/** What is known of a decision that comes with a form of the host's. */
export type Evidence = Pick<Visitor, 'how' | 'ip' | 'locale' | 'shown' | 'languages' | 'read'> & {
  readonly request?: Request | null | undefined;
};

/** Someone whose decisions are asked for. */
export type Asking = Pick<Visitor, 'user' | 'cookies'> & Partial<Pick<Visitor, 'request' | 'secure'>>;

/** Languages somebody reads texts in, best first. */
export function languagesOf({ languages, locale }: Evidence): readonly string[] {
  return languages ?? (locale === undefined ? [] : [locale]);
}
