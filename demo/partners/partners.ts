import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { verifyWebhook } from 'policy-engine/webhooks';
import type { PartnerOrigins } from 'storefront';
import { PARCEL_SECRET } from 'storefront/policies/engine';

const FOLDER = path.resolve(import.meta.dirname, 'content');

/** Stand-ins for other companies, on an origin of their own: two tags that count, a film, and a parcel service. */
export interface Partners {
  /** Starts listening on a free port, and resolves to the origins for the shop. */
  start(): Promise<PartnerOrigins>;
  /** Starts listening, and resolves to the address. */
  listen(port: number, host?: string): Promise<string>;
  /** The requests that they got, such as `/tags/analytics.js`, the oldest first. */
  readonly requests: readonly string[];
  /** Ids of customers whom the parcel service had to erase. */
  readonly forgotten: readonly string[];
  close(): Promise<void>;
}

/** Creates the stand-ins. Like such companies, they record every request. */
export function createPartners(): Partners {
  const requests: string[] = [];
  const forgotten: string[] = [];
  const app = express();
  app.disable('x-powered-by');
  // As text, because the signature covers the received body.
  app.post('/parcels/events', express.text({ type: 'application/cloudevents+json' }), (request, response) => {
    try {
      const event = verifyWebhook(String(request.body), request.headers, PARCEL_SECRET);
      if (event.type === 'policy-engine.erasure.completed') forgotten.push(event.data.user_id);
      response.status(204).end();
    } catch {
      response.status(400).end();
    }
  });
  app.use((request, response, next) => {
    requests.push(request.url);
    // No cookie: browsers do not separate the cookies of different ports, so it would be a cookie of the shop.
    response.set('Cache-Control', 'no-store');
    next();
  });
  app.get('/hit', (_request, response) => void response.status(204).end());
  app.use(express.static(FOLDER, { extensions: ['html'], cacheControl: false }));
  const server: Server = createServer(app);
  const partners: Partners = {
    requests,
    forgotten,
    async start() {
      const origin = await partners.listen(0);
      return { analytics: origin, films: origin, parcels: origin };
    },
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
  return partners;
}
