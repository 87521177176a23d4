/** Answers requests below the mount path, if the framework leaves the routing to the handler. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathBelow } from '../../platform/web/routing/mount.ts';
import { createNodeHandler, type EngineHandler } from './node-handler.ts';
import { arrivalBy, originalUrlOf } from './node-request.ts';
import { rememberResponse } from '../page/page-headers.ts';

/** Handles a request; `next` is called for other paths, or with an error. */
export type NodeMiddleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** @param mountOf the mount path that a router has matched; undefined for the engine's own */
export function nodeMiddleware(
  engine: EngineHandler,
  mountOf: (incoming: IncomingMessage) => string | undefined,
): NodeMiddleware {
  const handle = createNodeHandler(engine);
  return (incoming, outgoing, next) => {
    const url = originalUrlOf(incoming);
    const mountPath = mountOf(incoming) ?? engine.basePath;
    if (pathBelow(mountPath, url.split('?', 1)[0] ?? '') === null) {
      rememberResponse(incoming, outgoing);
      if (next) next();
      else outgoing.writeHead(404).end();
      return;
    }
    const { body } = incoming as IncomingMessage & { readonly body?: unknown };
    const arrival = arrivalBy(engine, incoming);
    const answer = async () => {
      try {
        await handle(incoming, outgoing, { url, mountPath, body, ...arrival });
      } catch (error) {
        if (next) next(error);
        else outgoing.destroy(error instanceof Error ? error : undefined);
      }
    };
    void answer();
  };
}
