import type { HostEnv } from '../../../platform/host-env.ts';
import type { Visitor } from '../visitors/visitor.ts';

/** What is known of a request of the host. */
export interface KnownVisitor extends Pick<Visitor, 'user' | 'cookies' | 'locale'> {
  readonly request: Request;
  readonly env: HostEnv;
}

/**
 * The sender of a request of the host. Whether it came over https, and from which address, is rarely needed and expensive behind
 * trusted proxies. A class: a getter in an object literal costs a hidden class per object, which only a full garbage collection
 * clears.
 */
export class HostVisitor implements Visitor {
  readonly user: Visitor['user'];
  readonly cookies: Visitor['cookies'];
  readonly request: Request;
  readonly how = 'host';
  readonly locale: string | undefined;
  readonly #env: HostEnv;

  constructor({ user, cookies, request, env, locale }: KnownVisitor) {
    this.user = user;
    this.cookies = cookies;
    this.request = request;
    this.locale = locale;
    this.#env = env;
  }

  get secure(): boolean {
    return this.request.url.startsWith('https:');
  }

  get ip(): string | undefined {
    return this.#env.ip;
  }
}
