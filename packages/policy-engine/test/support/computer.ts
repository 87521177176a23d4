/** A computer with one browser, which several people use one after the other. */
import type { PolicyEngine } from 'policy-engine';

/** The properties of a request beside its cookies. */
export interface Sending {
  /** The signed-in user, as `X-Test-User` and `X-User` for the engines of tests. */
  readonly user?: string | undefined;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The browser: it keeps cookies whoever is signed in. */
export class Computer {
  readonly cookies: Map<string, string> = new Map();
  readonly #engine: Pick<PolicyEngine, 'fetch'>;
  readonly #origin: string;

  constructor(engine: Pick<PolicyEngine, 'fetch'>, origin = 'http://engine.test') {
    this.#engine = engine;
    this.#origin = origin;
  }

  /** The `Cookie` header. */
  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A request to the host. */
  request(path: string, { user, method = 'GET', body, headers = {} }: Sending = {}): Request {
    const sent = new Headers({ 'sec-fetch-site': 'same-origin', ...headers });
    if (this.cookies.size > 0 && !sent.has('cookie')) sent.set('cookie', this.header);
    if (user !== undefined) for (const name of ['x-test-user', 'x-user']) sent.set(name, user);
    if (body !== undefined) sent.set('content-type', 'application/json');
    return new Request(this.#origin + path, {
      method,
      headers: sent,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Stores or deletes cookies. */
  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
  }

  /** Requests JSON from the engine, below its mount path. */
  async json(method: string, path: string, sending: Sending = {}): Promise<{ status: number; body: never }> {
    const response = await this.#engine.fetch(this.request(`/policies${path}`, { ...sending, method }));
    this.keep(response.headers.getSetCookie());
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never };
  }
}

/** The ID in the cookie of a visitor. */
export function visitorIn(computer: Computer): string | undefined {
  return (computer.cookies.get('policy_visitor') ?? computer.cookies.get('__Host-policy_visitor'))?.split('.')[1];
}
