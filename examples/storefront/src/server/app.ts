import express, { type Express, type RequestHandler } from 'express';
import { policyEngine, requirePolicies } from 'policy-engine/express';
import { accountRoutes } from './accounts/account-routes.ts';
import { bodies, methodOfForm } from './accounts/input.ts';
import { type AccountSources, sessionRoutes } from './accounts/session-routes.ts';
import { signUpRoutes } from './accounts/sign-up-routes.ts';
import { takeOverRoutes } from './accounts/take-over-routes.ts';
import { catalogueApi } from './api.ts';
import { assets } from './assets.ts';
import { refuseForeign } from './cross-site.ts';
import { onError } from './errors.ts';
import { requestLog } from './log.ts';
import { orderRoutes } from './orders/order-routes.ts';
import type { PartnerOrigins } from './partners.ts';
import { PICTURES, type ReviewPictures } from './reviews/pictures.ts';
import { reviewRoutes } from './reviews/review-routes.ts';
import { securityHeaders } from './security.ts';
import { shell } from './shell.ts';

/** The dependencies of the app. */
export interface AppOptions extends AccountSources {
  /** The shop's public origin; default: that of each request. */
  readonly origin: string | undefined;
  /** Origins of the other companies. */
  readonly partners: PartnerOrigins;
  /** The pictures of reviews. */
  readonly pictures: ReviewPictures;
  /** Sends bots to the renderer. */
  readonly bots: RequestHandler;
}

/** Actions that require the shop's terms. */
const NEEDS_POLICIES = ['/checkout', '/orders', '/account/orders', '/reviews'];

/** All routes of the shop. */
export function createApp({ origin, partners, pictures, bots, ...sources }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestLog(sources.logger), securityHeaders(partners));
  app.use(assets());
  // Revalidated each time, so that a removed picture is not shown any more.
  app.use(`/${PICTURES}`, express.static(pictures.folder, { index: false, cacheControl: false }));
  app.use('/api', catalogueApi(partners, sources.database));
  app.use(sources.engine.basePath, policyEngine(sources.engine));
  app.use('/.well-known/gpc.json', policyEngine(sources.engine));
  app.use(refuseForeign(origin), ...bodies, methodOfForm);
  // Redirects a person to a blocking rule that is not accepted, and back. The account stays accessible, so that it can be closed.
  app.use(NEEDS_POLICIES, requirePolicies(sources.engine));
  app.use(sessionRoutes(sources), signUpRoutes(sources), takeOverRoutes(sources), accountRoutes(sources));
  app.use(orderRoutes(sources), reviewRoutes(sources, pictures));
  // After the routes about one person, and before the pages that bots may see.
  app.use(bots);
  app.use(shell(sources));
  app.use(onError(sources));
  return app;
}
