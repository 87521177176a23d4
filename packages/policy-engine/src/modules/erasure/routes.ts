/** The endpoints of requests to be forgotten (GDPR Art. 17), a person's own and the administrators', and of retention. */
import type { Routes } from '../../platform/web/index.ts';
import { declareActs } from './routes/acts.ts';
import { declareAdmin } from './routes/admin.ts';
import { declareIdentity } from './routes/identity.ts';
import { declareOwn } from './routes/own.ts';
import { declareRetention } from './routes/retention.ts';
import type { ErasureRoutesOptions } from './routes/shared.ts';
import { paths } from './views/pages.ts';

/** "Delete my data" for people, and all requests for administrators. The navigation names them where something can be erased. */
export function erasureRoutes(options: ErasureRoutesOptions): Routes {
  return (app) => {
    if (options.erasures.isPossible) {
      app.navigation({ area: 'admin', position: 31, path: paths.all, label: 'nav.erasures' });
    }
    declareOwn(app, options);
    declareIdentity(app, options);
    declareAdmin(app, options);
    declareActs(app, options);
    declareRetention(app, options);
  };
}
