import { RendererError } from '../../kernel/errors.ts';
import type { Backend } from '../context/context.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';
import type { Credential } from '../access/render-access.ts';
import type { AccessRequest } from '../access/request.ts';

/**
 * Accepts a request with a script or a document of its own, or throws.
 *
 * A script runs with the rights of the target's own pages: it may read and change whatever they can, also
 * on the private networks that the configuration allows, and its requests come from this service. A page can do that only to
 * its own origin, so a script is only run for clients with a credential: the render token, a signed address
 * (the script is part of what is signed), or the admin token. Other clients do not get its result from the cache either.
 *
 * @param credential the credential with which the request was accepted
 * @throws {RendererError} `unauthorized`
 */
export function requireScriptAccess(
  request: AccessRequest,
  backend: Pick<Backend, 'admin'>,
  credential: Credential,
  { options, supplied }: RenderRequest,
): void {
  if (mayRunScripts(request, backend, credential)) return;
  const what =
    'the same rights as the scripts of the page; send the render token or the admin token, or use a signed address';
  if (options.javascript !== undefined) throw new RendererError('unauthorized', `javascript: a script has ${what}`);
  if (supplied) throw new RendererError('unauthorized', `html: scripts in it have ${what}`);
}

/** Whether a client may run scripts of its own. @param credential the credential with which the request was accepted */
export function mayRunScripts(
  request: AccessRequest,
  { admin }: Pick<Backend, 'admin'>,
  credential: Credential,
): boolean {
  return credential.kind !== 'none' || admin.allows(request);
}
