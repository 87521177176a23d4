import type { CurrentUser } from '../../users/current-user.ts';
import type { HostEnv } from '../../host-env.ts';
import { acceptedLanguages, type Language } from '../../i18n/language.ts';
import { chosenLocale } from './chosen-locale.ts';
import type { Cookies } from './cookies.ts';
import type { WebSettings } from '../options.ts';

/**
 * The sender of a request and the languages they read. Everything that may cost the host a query is requested at most
 * once, and only when needed.
 */
export class Person {
  readonly #request: Request;
  readonly #env: HostEnv;
  readonly #settings: WebSettings;
  readonly #cookies: Cookies;
  #user: Promise<CurrentUser | null> | undefined;
  #admin: Promise<boolean> | undefined;
  #languages: Promise<readonly string[]> | undefined;
  #language: Promise<Language> | undefined;
  #locale: string | undefined;

  constructor(request: Request, env: HostEnv, settings: WebSettings, cookies: Cookies) {
    this.#request = request;
    this.#env = env;
    this.#settings = settings;
    this.#cookies = cookies;
  }

  /** The signed-in user, or null. */
  user(): Promise<CurrentUser | null> {
    this.#user ??= (async () => (await this.#settings.currentUser?.(this.#request, this.#env)) ?? null)();
    return this.#user;
  }

  /** Whether the host calls the user an administrator. */
  isAdmin(): Promise<boolean> {
    this.#admin ??= (async () => {
      const user = await this.user();
      return user !== null && (await this.#settings.isAdmin?.(user)) === true;
    })();
    return this.#admin;
  }

  /** BCP 47 tags of the languages that the person reads, best first: a choice made on a page precedes all others. */
  async languages(): Promise<readonly string[]> {
    this.#languages ??= (async () => {
      const wish = await this.#settings.userLanguage?.(this.#request, await this.user());
      const wishes = wish ? [wish] : acceptedLanguages(this.#request.headers.get('accept-language'));
      const chosen = chosenLocale(this.#cookies, this.#settings.locales);
      return chosen === null ? wishes : [chosen, ...wishes];
    })();
    const wishes = await this.#languages;
    return this.#locale === undefined ? wishes : [this.#locale, ...wishes];
  }

  /** The language of the page. */
  language(): Promise<Language> {
    this.#language ??= (async () => this.#settings.chooseLanguage(await this.languages()))();
    return this.#language;
  }

  /** Puts a language before all others, for this request only. @param tag BCP 47 tag */
  setLocale(tag: string): void {
    this.#locale = tag;
    this.#language = undefined;
  }
}
