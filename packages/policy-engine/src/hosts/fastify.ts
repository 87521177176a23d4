/** The engine in Fastify 5. */
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import { createNodeHandler, type EngineHandler } from './node.ts';

/** Options of the plugin. */
export interface PolicyEngineFastifyOptions {
  readonly engine: EngineHandler;
}

/**
 * Mounts an engine: `fastify.register(policyEngine, { prefix: '/policies', engine })`. Without a prefix it is mounted at
 * the engine's `basePath`. The host's body parsers stay as they are outside and are not used inside. `X-Forwarded-*`
 * counts if Fastify's option `trustProxy` says so. Hooks of the host run; headers they set are kept unless the engine
 * sets the same.
 */
export const policyEngine: FastifyPluginCallback<PolicyEngineFastifyOptions> = (fastify, { engine }, done) => {
  const handle = createNodeHandler(engine);
  const mountPath = fastify.prefix || engine.basePath;
  fastify.removeAllContentTypeParsers();
  // The engine reads the stream itself; Fastify would refuse forms or use the body up.
  fastify.addContentTypeParser('*', (_request: FastifyRequest, _payload: unknown, parsed) => parsed(null));
  const base = fastify.prefix ? '' : engine.basePath;
  for (const url of new Set([base || '/', `${base}/*`])) {
    fastify.all(url, async (request, reply) => {
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      const { originalUrl, protocol, host, ip, body } = request;
      await handle(request.raw, reply.raw, {
        url: originalUrl,
        mountPath,
        body,
        protocol,
        host,
        ip,
        hostRequest: request,
      });
    });
  }
  done();
};
