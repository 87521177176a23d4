/** Who may have pages rendered, and see what was rendered. */
import { RendererError } from '../../errors.ts';
import type { RendererConfig } from '../../options.ts';
import type { RenderLine } from '../grammar.ts';
import type { AccessRequest } from './request.ts';
import { Signatures } from './signature.ts';
import { basicPassword, bearerToken, Tokens } from './tokens.ts';

/** As whom somebody was let in. */
export type Credential =
  /** By a token; which, from 0 on. */
  | { readonly kind: 'token'; readonly index: number }
  /** By a signature, with the key of this id. */
  | { readonly kind: 'key'; readonly id: string }
  /** Everybody is. */
  | { readonly kind: 'none' };

/** See the head of the file. */
export class RenderAccess {
  readonly #tokens: Tokens | undefined;
  readonly #signatures: Signatures | undefined;

  constructor({ renderToken, signingKeys }: Pick<RendererConfig, 'renderToken' | 'signingKeys'>) {
    if (renderToken !== null) this.#tokens = new Tokens([renderToken].flat());
    if (signingKeys.length > 0) this.#signatures = new Signatures(signingKeys);
  }

  /** Whether there is a token that opens. */
  get takesToken(): boolean {
    return this.#tokens !== undefined;
  }

  /**
   * Lets a request in, or throws. A signature is judged by itself, whatever token comes with it.
   *
   * @param line what the request asks to be rendered, as far as it can be signed
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

  #requireSignature({ req }: AccessRequest, line: RenderLine): Credential {
    // A body is not signed.
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
  // A browser sends a password by itself, also when another site's page makes it ask.
  const isAsked = !/^(cross|same)-site$/.test(req.header('sec-fetch-site') ?? '');
  return [
    bearerToken(authorization),
    req.header('x-prerender-token') ?? '',
    isAsked ? basicPassword(authorization) : '',
  ];
}
