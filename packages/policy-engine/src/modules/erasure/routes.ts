/** The endpoints of erasure requests (GDPR Art. 17), for people and administrators, and of retention. */
import type { Routes } from '../../platform/web/index.ts';
import type { RequestKind } from '../requests/index.ts';
import { declareActs } from './routes/acts.ts';
import { declareAdmin } from './routes/admin.ts';
import { declareIdentity } from './routes/identity.ts';
import { declareOwn } from './routes/own.ts';
import { declareRetention } from './routes/retention.ts';
import type { ErasureRoutesOptions } from './routes/shared.ts';
import { paths } from './views/pages.ts';

/** "Delete my data" for people, and all requests for administrators. */
export function erasureRoutes(options: ErasureRoutesOptions, kind: RequestKind): Routes {
  return (app) => {
    app.navigation({ area: 'user', position: 41, path: paths.mine, label: 'erasure.mine.title', isOnlyListed: true });
    declareOwn(app, options);
    declareIdentity(app, options);
    declareAdmin(app, options, kind);
    declareActs(app, options);
    declareRetention(app, options);
  };
}
