import express, { type Express, type RequestHandler } from 'express';
import { policyEngine, requirePolicies } from 'policy-engine/express';
import { accountRoutes } from './accounts/account-routes.ts';
import { sessionRoutes } from './accounts/session-routes.ts';
import { signUpRoutes } from './accounts/sign-up-routes.ts';
import { takeOverRoutes } from './accounts/take-over-routes.ts';
import { catalogueApi } from './api.ts';
import { onError } from './errors.ts';
import { bodies } from './input.ts';
import { orderRoutes } from './orders/order-routes.ts';
import type { PartnerOrigins } from './policies/engine.ts';
import { refuseForeign, requestLog, securityHeaders } from './responses.ts';
import { PICTURES } from './reviews/pictures.ts';
import { reviewRoutes } from './reviews/review-routes.ts';
import { shell } from './shell.ts';
import type { Shop } from './shop.ts';
import { sitemap } from './sitemap.ts';

/** What the app needs besides the parts that its routes share. */
export interface AppOptions extends Shop {
  /** The shop's public origin. Default: that of each request. */
  readonly origin?: string | undefined;
  readonly partners: PartnerOrigins;
  /** Sends bots to the renderer. */
  readonly bots: RequestHandler;
}

/** Actions that require the shop's terms. */
const NEEDS_POLICIES = ['/checkout', '/orders', '/account/orders', '/reviews'];

/** All routes of the shop. */
export function createApp({ origin, partners, bots, ...shop }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestLog(shop.logger), securityHeaders(partners));
  app.use(shop.assets.router);
  app.get('/sitemap.txt', sitemap(origin));
  // Revalidated each time, so that a removed picture is not shown any more.
  app.use(`/${PICTURES}`, express.static(shop.pictures.folder, { index: false, cacheControl: false }));
  app.use('/api', catalogueApi(partners, shop.database));
  app.use(shop.engine.basePath, policyEngine(shop.engine));
  app.use('/.well-known/gpc.json', policyEngine(shop.engine));
  app.use(refuseForeign(origin), ...bodies);
  // Redirects a person to a blocking rule that is not accepted, and back. The account stays accessible, so that it can be closed.
  app.use(NEEDS_POLICIES, requirePolicies(shop.engine));
  app.use(sessionRoutes(shop), signUpRoutes(shop), takeOverRoutes(shop), orderRoutes(shop), accountRoutes(shop));
  app.use(reviewRoutes(shop));
  // After the routes about one person, and before the pages that bots may see.
  app.use(bots);
  app.use(shell(shop));
  app.use(onError(shop));
  return app;
}
