/** The portability-request endpoints (spec: P-requests-create, P-admin-requests). */
import type { Routes } from '../../../platform/web/index.ts';
import type { RequestKind } from '../../requests/index.ts';
import { declarePortabilityActs } from './acts.ts';
import { declareAdmin } from './admin.ts';
import { declareOwn } from './own.ts';
import type { PortabilityRoutesOptions } from './shared.ts';
import { paths } from '../views/pages.ts';

/** "My data" for people, and all requests for administrators. */
export function portabilityRoutes(options: PortabilityRoutesOptions, kind: RequestKind): Routes {
  return (app) => {
    app.navigation({ area: 'user', position: 40, path: paths.mine, label: 'requests.mine.title', isOnlyListed: true });
    declareOwn(app, options);
    declareAdmin(app, options, kind);
    declarePortabilityActs(app, options);
  };
}
