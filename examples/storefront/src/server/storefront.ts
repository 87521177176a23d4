import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { type Logger, pino } from 'pino';
import type { Fallback } from 'render-middleware';
import { type RenderMiddleware, renderMiddleware } from 'render-middleware/express';
import { catalogueApi, sendProblem } from './api.ts';
import { assets } from './assets.ts';
import { requestIdOf, requestLog } from './log.ts';
import { securityHeaders } from './security.ts';
import { sendShell, shell } from './shell.ts';

export interface StorefrontOptions {
  /** Address of the page renderer, such as `http://127.0.0.1:3000`. Without it bots are sent the app like everybody. */
  readonly rendererUrl?: string;
  /** The shop's own public origin. Default: the address that `listen` got. */
  readonly origin?: string;
  /** Default: a logger that writes JSON lines to standard output. */
  readonly logger?: Logger;
}

export interface Storefront {
  readonly app: Express;
  /**
   * Starts to listen and resolves to the address, such as `http://127.0.0.1:8080`. Port 0 takes a free one.
   *
   * @throws the system's error, with `code` `EADDRINUSE` when the port is taken.
   */
  listen(port: number, host?: string): Promise<string>;
  /** Stops: no new connections, open ones are closed. */
  close(): Promise<void>;
}

function logFallback(logger: Logger, { reason, status, target }: Fallback): void {
  logger.warn({ reason, status, path: target && new URL(target).pathname }, 'sent the app to a bot');
}

function onError(logger: Logger) {
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    const status = (error as { status?: number }).status ?? 500;
    if (status >= 500) logger.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    if (response.headersSent) next(error);
    else if (status < 500 && request.path.startsWith('/api/')) {
      sendProblem(response, status, 'Bad request', 'This address can not be read.');
    } else if (status < 500) sendShell(response, status);
    else sendProblem(response, status, 'Server error', 'Something went wrong here. Please try again.');
  };
}

/** The shop: a host application of its own, with an API, a client-side rendered app, and bots sent to the renderer. */
export function createStorefront(options: StorefrontOptions = {}): Storefront {
  const logger = options.logger ?? pino();
  const app = express();
  app.disable('x-powered-by');
  app.use(requestLog(logger), securityHeaders);
  app.use(assets());
  app.use('/api', catalogueApi());
  // After the files and the API, in front of the pages. Made in `listen`, since its origin can hold the port.
  let bots: RenderMiddleware | undefined;
  app.use((request, response, next) => (bots ? bots(request, response, next) : next()));
  app.use(shell());
  app.use(onError(logger));

  const server = createServer(app);
  return {
    app,
    async listen(port, host = '127.0.0.1') {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
      if (options.rendererUrl) {
        bots = renderMiddleware({
          proxyUrl: options.rendererUrl,
          origin: options.origin ?? url,
          onFallback: (fallback) => logFallback(logger, fallback),
        });
      }
      return url;
    },
    async close() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };
}
