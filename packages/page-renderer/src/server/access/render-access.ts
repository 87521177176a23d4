/** Who may have pages rendered, and see what was rendered. */
import { RendererError } from '../../errors.ts';
import type { RendererConfig } from '../../options.ts';
import type { AccessRequest } from './request.ts';
import { basicPassword, bearerToken, Tokens } from './tokens.ts';

/** See the head of the file. */
export class RenderAccess {
  /** Undefined where anybody may. */
  readonly #tokens: Tokens | undefined;

  constructor({ renderToken }: Pick<RendererConfig, 'renderToken'>) {
    if (renderToken !== null) this.#tokens = new Tokens([renderToken].flat());
  }

  /** @throws {RendererError} `unauthorized` */
  require(request: AccessRequest): void {
    if (!this.#tokens || tokensIn(request).some((token) => this.#tokens?.find(token) !== -1)) return;
    const message = 'Rendering takes a token here: send it as "Authorization: Bearer …" or "X-Prerender-Token: …"';
    throw new RendererError('unauthorized', message);
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
