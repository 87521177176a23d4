import { RendererError } from '../../errors.ts';
import type { Backend } from '../context.ts';
import type { RenderRequest } from '../request.ts';
import type { Credential } from './render-access.ts';
import type { AccessRequest } from './request.ts';

/**
 * Lets a request with a script of its own in, or throws.
 *
 * A script runs with the rights of the target's own pages: it may read whatever they can and change whatever they can, also
 * on the private networks that the configuration opens, and what it sends comes from this service. A page can do that to
 * its own origin alone, so a script is only run for whoever has been given something: a token for renders, a signed address
 * (the script is part of what is signed), or the admin token. Nobody else gets its result from the cache either.
 *
 * @param credential as whom the request was let in
 * @throws {RendererError} `unauthorized`
 */
export function requireScriptAccess(
  request: AccessRequest,
  { admin }: Pick<Backend, 'admin'>,
  credential: Credential,
  { options }: RenderRequest,
): void {
  if (options.javascript === undefined || credential.kind !== 'none' || admin.allows(request)) return;
  const message =
    'javascript: a script has the same rights as the scripts of the page; send the render token or the admin token, or use a signed address';
  throw new RendererError('unauthorized', message);
}
