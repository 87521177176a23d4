/**
 * A decision of an account counts on all devices where it is signed in: a refusal as much as an acceptance. In a browser where somebody
 * signs in and has not decided, the page tells what their account has decided (CNIL deliberation 2025-131), until they have read it: a
 * cookie remembers the account by its keyed hash.
 */
import { type BrowserService, placed } from '../../browsers/index.ts';
import type { ConsentSettings } from '../banner/service.ts';
import type { Asking } from '../visitors/visitor.ts';

const NAME = 'policy_told';
const YEAR = 365 * 24 * 60 * 60;

/** See the head of the file. */
export class Devices {
  readonly #browsers: BrowserService;

  constructor(browsers: BrowserService) {
    this.#browsers = browsers;
  }

  /** Whether somebody is to be told what their account has decided. */
  async isUntold(asking: Asking, { rules }: Pick<ConsentSettings, 'rules'>): Promise<boolean> {
    const { user, cookies } = asking;
    if (user === null || !rules.some(isOfAccount)) return false;
    if ((await this.#browsers.of(asking)).keepsAccount) return false;
    return cookies.get(NAME) !== (await this.#browsers.key()).accountHash(user.id);
  }

  /** Remembers that they were told in this browser. */
  async remember({ user, ...asking }: Asking): Promise<void> {
    if (user === null) return;
    const { cookies } = asking;
    const hash = (await this.#browsers.key()).accountHash(user.id);
    if (cookies.get(NAME) === hash) return;
    const place = placed(this.#browsers.placeOf({ user, ...asking }));
    cookies.set(NAME, hash, { ...place, maxAge: YEAR, httpOnly: true });
  }
}

/** Whether the account itself has decided. */
export function isOfAccount({ state, ofBrowser, byGpc }: ConsentSettings['rules'][number]): boolean {
  return state !== 'passive' && !ofBrowser && !byGpc;
}
