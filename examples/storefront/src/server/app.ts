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

/** What the app is made of. */
export interface AppOptions extends AccountSources {
  /** The shop's public origin; default: that of each request. */
  readonly origin: string | undefined;
  /** Where the other companies are. */
  readonly partners: PartnerOrigins;
  /** The pictures of reviews. */
  readonly pictures: ReviewPictures;
  /** Sends bots to the renderer. */
  readonly bots: RequestHandler;
}

/** What customers do under the shop's terms. */
const NEEDS_POLICIES = ['/checkout', '/orders', '/account/orders', '/reviews'];

/** Everything the shop answers. */
export function createApp({ origin, partners, pictures, bots, ...sources }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestLog(sources.logger), securityHeaders(partners));
  app.use(assets());
  // Asked for each time: a picture that was removed is seen nowhere any more.
  app.use(`/${PICTURES}`, express.static(pictures.folder, { index: false, cacheControl: false }));
  app.use('/api', catalogueApi(partners, sources.database));
  app.use(sources.engine.basePath, policyEngine(sources.engine));
  app.use('/.well-known/gpc.json', policyEngine(sources.engine));
  app.use(refuseForeign(origin), ...bodies, methodOfForm);
  // A blocking rule that is not accepted: the person is led to it, and back. The account itself stays open, as its end has to.
  app.use(NEEDS_POLICIES, requirePolicies(sources.engine));
  app.use(sessionRoutes(sources), signUpRoutes(sources), takeOverRoutes(sources), accountRoutes(sources));
  app.use(orderRoutes(sources), reviewRoutes(sources, pictures));
  // After what is about one person, and in front of the pages that bots may see.
  app.use(bots);
  app.use(shell(sources));
  app.use(onError(sources));
  return app;
}
