/** One request on its way through the frame: what was asked, by whom, in which language, and the cookies of its answer. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ParsedBody } from './body.ts';
import { Cookies } from './cookies.ts';
import { type Format, formatOfAccept } from './format.ts';
import type { CurrentUser, HostEnv } from './host-env.ts';
import { acceptedLanguages, type Language } from './i18n.ts';
import { normalizeMount } from './mount.ts';
import type { WebOptions } from './options.ts';

const SANE_ID = /^[\w.:-]{1,128}$/;

/** Settings of the frame that are computed once. */
export interface WebSettings extends WebOptions {
  readonly chooseLanguage: (wishes: readonly string[]) => Language;
}

/** State of one request. Everything that may cost the host a query is asked for at most once, and only when needed. */
export class Exchange {
  readonly request: Request;
  readonly env: HostEnv;
  readonly url: URL;
  /** Taken over from `X-Request-Id` if that is a plain word, else made here. */
  readonly id: string;
  /** Mount path without a trailing slash; empty at the root. */
  readonly mount: string;
  readonly cookies: Cookies;
  readonly settings: WebSettings;
  format: Format;
  /** Whether the path had a format suffix. */
  hasSuffix = false;
  /** Path below the mount path, without format suffix. */
  path = '/';
  body: ParsedBody = { type: '', value: undefined };
  #nonce: string | undefined;
  #user: Promise<CurrentUser | null> | undefined;
  #admin: Promise<boolean> | undefined;
  #languages: Promise<readonly string[]> | undefined;
  #language: Promise<Language> | undefined;
  #spoken: string | undefined;

  constructor(request: Request, env: HostEnv, settings: WebSettings) {
    this.request = request;
    this.env = env;
    this.settings = settings;
    this.url = new URL(request.url);
    this.mount = env.mountPath === undefined ? settings.basePath : normalizeMount(env.mountPath);
    this.cookies = new Cookies(request.headers.get('cookie'));
    this.format = formatOfAccept(request.headers.get('accept'));
    const id = request.headers.get('x-request-id');
    this.id = id !== null && SANE_ID.test(id) ? id : randomUUID();
  }

  /**
   * The nonce of the answer's Content-Security-Policy, 128 random bits; undefined until a page asks for it, empty for a
   * page without scripts.
   */
  get usedNonce(): string | undefined {
    return this.#nonce;
  }

  /** From here on the page has no nonce, and so no scripts. */
  withoutScripts(): void {
    this.#nonce = '';
  }

  nonce(): string {
    this.#nonce ??= randomBytes(16).toString('base64url');
    return this.#nonce;
  }

  user(): Promise<CurrentUser | null> {
    this.#user ??= (async () => (await this.settings.currentUser?.(this.request, this.env)) ?? null)();
    return this.#user;
  }

  isAdmin(): Promise<boolean> {
    this.#admin ??= (async () => {
      const user = await this.user();
      return user !== null && (await this.settings.isAdmin?.(user)) === true;
    })();
    return this.#admin;
  }

  /** BCP 47 tags of the languages the person reads, best first. */
  async languages(): Promise<readonly string[]> {
    this.#languages ??= (async () => {
      const wish = await this.settings.userLanguage?.(this.request, await this.user());
      return wish ? [wish] : acceptedLanguages(this.request.headers.get('accept-language'));
    })();
    const wishes = await this.#languages;
    return this.#spoken === undefined ? wishes : [this.#spoken, ...wishes];
  }

  /** The language of the page. */
  language(): Promise<Language> {
    this.#language ??= (async () => this.settings.chooseLanguage(await this.languages()))();
    return this.#language;
  }

  /** Puts a language before all others, for this request alone. */
  speak(tag: string): void {
    this.#spoken = tag;
    this.#language = undefined;
  }

  /** The URL path of a path below the mount path. */
  href(path: string): string {
    return path === '/' ? this.mount || '/' : this.mount + path;
  }
}
