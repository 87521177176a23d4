/** The endpoints of erasure requests (GDPR Art. 17), for people and administrators, and of retention. */
import type { Routes } from '../../../platform/web/index.ts';
import type { RequestKind } from '../../requests/index.ts';
import { declareErasureActs } from './acts.ts';
import { declareAdmin } from './admin.ts';
import { declareIdentity } from './identity.ts';
import { declareOwn } from './own.ts';
import { declareRetention } from './retention.ts';
import type { ErasureRoutesOptions } from './shared.ts';
import { paths } from '../views/pages.ts';

/** "Delete my data" for people, and all requests for administrators. */
export function erasureRoutes(options: ErasureRoutesOptions, kind: RequestKind): Routes {
  return (app) => {
    app.navigation({ area: 'user', position: 41, path: paths.mine, label: 'erasure.mine.title', isOnlyListed: true });
    declareOwn(app, options);
    declareIdentity(app, options);
    declareAdmin(app, options, kind);
    declareErasureActs(app, options);
    declareRetention(app, options);
  };
}
