/** The portability-request endpoints (spec: Portability requests, user side; Admin panel). */
import type { Routes } from '../../platform/web/index.ts';
import { declareActs } from './routes/acts.ts';
import { declareAdmin } from './routes/admin.ts';
import { declareOwn } from './routes/own.ts';
import type { PortabilityRoutesOptions } from './routes/shared.ts';
import { paths } from './views/pages.ts';

/** "My data" for people, and all requests for administrators. */
export function portabilityRoutes(options: PortabilityRoutesOptions): Routes {
  return (app) => {
    app.navigation({ area: 'admin', position: 30, path: paths.all, label: 'nav.requests' });
    declareOwn(app, options);
    declareAdmin(app, options);
    declareActs(app, options);
  };
}
