import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { PolicyEngine } from 'policy-engine';
import { renderMiddleware } from 'render-middleware/express';
import { Sessions } from './accounts/sessions.ts';
import { createApp } from './app.ts';
import { createAssets } from './assets.ts';
import { createEngine, type EngineOptions } from './policies/engine.ts';
import { ReviewPictures } from './reviews/pictures.ts';

/** The options of the shop. The database has the tables of `createTables`, and stays open when the shop stops. */
export interface StorefrontOptions extends Omit<EngineOptions, 'sessions' | 'pictures' | 'onError' | 'overrides'> {
  readonly logger: Logger;
  /** Address of the page renderer, such as `http://127.0.0.1:3000`. Without it, bots get the app like all visitors. */
  readonly rendererUrl?: string | undefined;
}

/** The shop. */
export interface Storefront {
  readonly engine: PolicyEngine;
  /**
   * Migrates the tables of the engine, starts listening, and resolves to the address, such as `http://127.0.0.1:8080`. Port 0
   * selects a free port.
   *
   * @throws the system's error, with `code` `EADDRINUSE` if the port is in use; errors of the database driver.
   */
  listen(port: number, host?: string): Promise<string>;
  /** Stops: accepts no new connections, closes open ones, and stops the background work of the engine. */
  close(): Promise<void>;
}

/** The shop: a complete host application with accounts, policies and a client-side app, which sends bots to the renderer. */
export function createStorefront(options: StorefrontOptions): Storefront {
  const { database, uploadFolder, origin, rendererUrl, logger } = options;
  const parts = { sessions: new Sessions(database), pictures: new ReviewPictures(uploadFolder) };
  const engine = createEngine({
    ...options,
    ...parts,
    onError: (message, { error, ...details }) => logger.error({ ...details, err: error }, message),
  });
  // Replaced below, because its origin can contain the port.
  let bots: RequestHandler = (_request, _response, next) => next();
  const app = createApp({
    ...options,
    ...parts,
    engine,
    assets: createAssets(options.publicFolder),
    bots: (...call) => bots(...call),
  });
  const server = createServer(app);

  return {
    engine,
    async listen(port, host = '127.0.0.1') {
      await engine.migrate();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      });
      engine.start();
      const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
      if (rendererUrl !== undefined) {
        bots = renderMiddleware({
          proxyUrl: rendererUrl,
          origin: origin ?? url,
          onFallback: ({ reason, status, target }) =>
            logger.warn({ reason, status, path: target && new URL(target).pathname }, 'sent the app to a bot'),
        });
      }
      return url;
    },
    async close() {
      if (server.listening) {
        const closed = new Promise((resolve) => void server.close(resolve));
        server.closeAllConnections();
        await closed;
      }
      await engine.stop();
    },
  };
}
