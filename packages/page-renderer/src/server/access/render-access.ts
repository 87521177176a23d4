/** Access to renders and rendered pages. */
import { RendererError } from '../../kernel/errors.ts';
import type { RendererConfig } from '../../options/options.ts';
import type { Added } from '../../grammar/dialects/added.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';
import type { GuardKind } from '../../guard/egress-place.ts';
import type { RenderLine } from '../../grammar/grammar.ts';
import type { AccessRequest } from './request.ts';
import { Signatures } from './signature.ts';
import { basicPassword, bearerToken, Tokens } from './tokens.ts';

/** The credential with which a request was accepted. */
export type Credential =
  /** A token; its index, from 0 on. */
  | { readonly kind: 'token'; readonly index: number }
  /** A signature with the key of this id. */
  | { readonly kind: 'key'; readonly id: string }
  /** No credential is needed. */
  | { readonly kind: 'none' };

type AccessConfig = Pick<
  RendererConfig,
  'renderToken' | 'signingKeys' | 'requestHeaders' | 'requestCookies' | 'suppliedHtml' | 'maxSuppliedHtml'
>;

/** See the head of the file. */
export class RenderAccess {
  readonly #tokens: Tokens | undefined;
  readonly #signatures: Signatures | undefined;

  readonly #allowed: Added;

  readonly #suppliedHtml: AccessConfig['suppliedHtml'];
  /** Maximum size of a body with HTML, in bytes. */
  readonly maxSuppliedHtml: number;

  constructor({ renderToken, signingKeys, requestHeaders, requestCookies, ...supplied }: AccessConfig) {
    this.#suppliedHtml = supplied.suppliedHtml;
    this.maxSuppliedHtml = supplied.suppliedHtml === 'off' ? 0 : supplied.maxSuppliedHtml;
    this.#allowed = { headers: requestHeaders, cookies: requestCookies };
    if (renderToken !== null) this.#tokens = new Tokens([renderToken].flat());
    if (signingKeys.length > 0) this.#signatures = new Signatures(signingKeys);
  }

  /** Whether there is a token. */
  get takesToken(): boolean {
    return this.#tokens !== undefined;
  }

  /**
   * Accepts a request, or throws. A signature is checked regardless of a token that is also sent.
   *
   * @param line the render that the request asks for, as far as it can be signed
   * @throws {RendererError} `unauthorized`, `invalid-signature`
   */
  require(request: AccessRequest, line?: RenderLine): Credential {
    if (line?.signature !== undefined) return this.#requireSignature(request, line);
    if (!this.#tokens && !this.#signatures) return { kind: 'none' };
    const index = Math.max(...tokensIn(request).map((token) => this.#tokens?.find(token) ?? -1));
    if (index >= 0) return { kind: 'token', index };
    if (!this.#tokens) {
      throw new RendererError(
        'invalid-signature',
        'Only signed addresses are rendered here; create them with "page-renderer sign"',
      );
    }
    const message = 'Send the render token as "Authorization: Bearer …" or "X-Prerender-Token: …"';
    throw new RendererError('unauthorized', message);
  }

  /**
   * Accepts the headers and cookies that a request adds, or throws.
   *
   * @throws {RendererError} `invalid-parameter`, naming the option of the configuration that would allow it
   */
  requireAdded({ added }: Pick<RenderRequest, 'added'>): void {
    if (!added) return;
    for (const [parameter, option] of [
      ['headers', 'requestHeaders'],
      ['cookies', 'requestCookies'],
    ] as const) {
      const other = added[parameter].find((name) => !this.#allowed[parameter].includes(name));
      if (other === undefined) continue;
      const known = this.#allowed[parameter].join(', ') || 'none';
      const message = `${parameter}: "${other}" is not allowed here (allowed: ${known}); the operator can list it in ${option}`;
      throw new RendererError('invalid-parameter', message);
    }
  }

  /**
   * Accepts the document that a request supplies, or throws.
   *
   * @param guard without an address guard nothing keeps a page from the network
   * @throws {RendererError} `invalid-parameter`, naming the option of the configuration
   */
  requireSupplied({ supplied }: Pick<RenderRequest, 'supplied'>, guard: GuardKind): void {
    if (!supplied) return;
    if (this.#suppliedHtml === 'off') {
      throw new RendererError('invalid-parameter', 'html: not accepted here (suppliedHtml: "off")');
    }
    if (supplied.hasNetwork && this.#suppliedHtml !== 'network') {
      const message = 'network: not allowed here; leave it out, or the operator sets suppliedHtml to "network"';
      throw new RendererError('invalid-parameter', message);
    }
    if (!supplied.hasNetwork && guard === 'network') {
      const message = 'html: not accepted without "network": the browser of this service has no address guard';
      throw new RendererError('invalid-parameter', message);
    }
  }

  #requireSignature({ req }: AccessRequest, line: RenderLine): Credential {
    // A body is not part of the signature.
    const id = req.method === 'GET' || req.method === 'HEAD' ? this.#signatures?.check(line) : undefined;
    if (id !== undefined) return { kind: 'key', id };
    const message =
      'This signed address is not valid: it has expired or was changed, its key is no longer in use, or the method is not GET or HEAD. ' +
      'Ask the person who gave it to you for a new one';
    throw new RendererError('invalid-signature', message);
  }
}

function tokensIn({ req }: AccessRequest): string[] {
  const authorization = req.header('authorization');
  // Browsers send a password automatically, also if the page of another site causes the request.
  const isAsked = !/^(cross|same)-site$/.test(req.header('sec-fetch-site') ?? '');
  return [
    bearerToken(authorization),
    req.header('x-prerender-token') ?? '',
    isAsked ? basicPassword(authorization) : '',
  ];
}
