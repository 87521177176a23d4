/** Access to renders and rendered pages. */
import { RendererError } from '../../kernel/errors.ts';
import type { RendererConfig } from '../../options/options.ts';
import type { Added } from '../../grammar/dialects/added.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';
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

type AccessConfig = Pick<RendererConfig, 'renderToken' | 'signingKeys' | 'requestHeaders' | 'requestCookies'>;

/** See the head of the file. */
export class RenderAccess {
  readonly #tokens: Tokens | undefined;
  readonly #signatures: Signatures | undefined;

  readonly #allowed: Added;

  constructor({ renderToken, signingKeys, requestHeaders, requestCookies }: AccessConfig) {
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
    for (const [parameter, option] of [['headers', 'requestHeaders'], ['cookies', 'requestCookies']] as const) {
      const other = added[parameter].find((name) => !this.#allowed[parameter].includes(name));
      if (other === undefined) continue;
      const known = this.#allowed[parameter].join(', ') || 'none';
      const message = `${parameter}: "${other}" is not allowed here (allowed: ${known}); the operator can list it in ${option}`;
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
