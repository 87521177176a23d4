import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import type { RendererConfig } from '../../options/options.ts';
import { LISTENING } from '../listen/listen.ts';
import { AdminAccess } from './access.ts';
import type { AdminSocket } from './socket.ts';
import { listenOnSocket } from './socket.ts';
import type { TokenFile } from './token-file.ts';
import { makeToken, writeToken } from './token-file.ts';

/** The options of administration. */
type AdminConfig = Pick<RendererConfig, 'adminToken' | 'adminSocket' | 'trustLoopback' | 'trustedProxies'>;

/** Answers the requests that come over the socket. */
interface App {
  fetch(request: Request, env: { readonly isAdminSocket: true }): Response | Promise<Response>;
}

/** Sets up the access to administration while the service listens. */
export class Administration {
  readonly access: AdminAccess;
  readonly #config: AdminConfig;
  readonly #token: string;
  readonly #logger: Logger;
  readonly #files = new Set<TokenFile>();
  #socket: AdminSocket | undefined;

  constructor(config: AdminConfig, logger: Logger) {
    const { adminToken, trustLoopback, trustedProxies } = config;
    this.#config = config;
    this.#logger = logger;
    this.#token = adminToken ?? makeToken();
    const isConfigured = adminToken !== null;
    this.access = new AdminAccess({ token: this.#token, isConfigured, trustLoopback, trustedProxies });
  }

  /**
   * Logs where the token is, and opens the socket. If the token cannot be written, the service runs without it.
   *
   * @throws {RendererError} `cannot-listen` if the socket cannot be opened
   */
  async open(port: number, app: App): Promise<void> {
    const { adminToken, adminSocket, trustLoopback } = this.#config;
    if (trustLoopback) {
      this.#logger.warn('trustLoopback: every client on this machine may administer the service');
    }
    if (adminToken === null) await this.#leaveToken(port);
    if (adminSocket === null || this.#socket !== undefined) return;
    const listener = getRequestListener(
      (request, env) => app.fetch(request, { ...env, isAdminSocket: true }),
      LISTENING,
    );
    this.#socket = await listenOnSocket((request, response) => void listener(request, response), adminSocket);
    this.#logger.info({ path: adminSocket }, 'administration without a token is possible on this socket');
  }

  async close(): Promise<void> {
    for (const file of this.#files) await file[Symbol.asyncDispose]();
    await this.#socket?.close();
  }

  async #leaveToken(port: number): Promise<void> {
    try {
      const file = await writeToken(this.#token, port);
      this.#files.add(file);
      this.#logger.info({ path: file.path }, 'the admin token is in this file');
    } catch (error) {
      this.#logger.error({ err: error }, 'there is no admin token');
    }
  }
}
