import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { checkOptions } from '../options/check.ts';
import { dependsOnAgent, shouldRender } from '../decide/decide.ts';
import { fromNode, abortOnClose } from './node-request.ts';
import type { RenderMiddlewareOptions } from '../options/options.ts';
import { proxyRender } from '../renderer/proxy.ts';
import type { RenderRequest } from '../request/request.ts';
import { withAgent } from '../decide/vary.ts';

/** Tells Fastify that the hooks apply to the app itself, and not only to what is registered inside of the plugin. */
const HERE = Symbol.for('skip-override');

function read(request: FastifyRequest, signal: AbortSignal): RenderRequest {
  const { originalUrl: url, protocol, ip: address } = request;
  return fromNode(request.raw, { url, protocol, address }, signal);
}

/**
 * Plugin for Fastify 5: bots get the rendered page. Other clients, and bots if the renderer fails, get the response
 * of the route. Register it before the routes that serve pages.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is created.
 * @example
 * await app.register(renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' }));
 */
export function renderMiddleware(options: RenderMiddlewareOptions): FastifyPluginAsync {
  checkOptions(options);
  /** Sends the rendered page, if there is one. */
  async function answered(incoming: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const signal = abortOnClose(reply.raw);
    const request = read(incoming, signal);
    const answer = shouldRender(request, options) ? await proxyRender(request, options) : undefined;
    if (answer === undefined || signal.aborted) return false;
    reply.code(answer.status).headers(Object.fromEntries(answer.headers));
    reply.send(answer.body === null ? '' : Readable.fromWeb(answer.body));
    return true;
  }

  // A plugin without asynchronous work.
  // oxlint-disable-next-line require-await
  const plugin = async (app: FastifyInstance): Promise<void> => {
    // Without a promise for Fastify: some versions treat an incomplete page as an error and try to respond to it after the
    // headers have been sent, which ends the process.
    app.addHook('onRequest', (incoming, reply, goOn) => {
      void answered(incoming, reply).then((isAnswered) => isAnswered || goOn(), goOn);
    });
    app.addHook('onSend', async (incoming, reply) => {
      if (!dependsOnAgent(read(incoming, AbortSignal.abort()), options)) return;
      reply.header('vary', withAgent([reply.getHeader('vary') ?? []].flat().join(', ')));
    });
  };
  return Object.assign(plugin, { [HERE]: true });
}
