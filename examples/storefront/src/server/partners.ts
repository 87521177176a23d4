import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';

const FOLDER = path.resolve(import.meta.dirname, '../../partners');

/** Where the companies are whose tags and films the shop shows. */
export interface PartnerOrigins {
  /** Counts visits and recommends things. */
  readonly analytics: string;
  /** Shows films. */
  readonly films: string;
}

/** Stand-ins for other companies, on an origin of their own: two tags that count, and a film. */
export interface Partners {
  /** Starts to listen, and resolves to the address. */
  listen(port: number, host?: string): Promise<string>;
  /** The requests they got, as in `/tags/analytics.js`, the oldest first. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Makes the stand-ins. They remember every request, which is what such companies do. */
export function createPartners(): Partners {
  const requests: string[] = [];
  const app = express();
  app.disable('x-powered-by');
  app.use((request, response, next) => {
    requests.push(request.url);
    response.set({ 'Cache-Control': 'no-store', 'Set-Cookie': '_partner=1; Path=/; Max-Age=86400' });
    next();
  });
  app.get('/hit', (_request, response) => void response.status(204).end());
  app.use(express.static(FOLDER, { extensions: ['html'], cacheControl: false }));
  const server: Server = createServer(app);
  return {
    requests,
    async listen(port, host = '127.0.0.1') {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, () => resolve());
      });
      return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
