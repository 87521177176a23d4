/** The user-term endpoints: people's own pages, and the JSON for apps that render their own (spec: P-terms-list). */
import type { Routes } from '../../../platform/web/index.ts';
import { decisionRoutes, severalRoutes } from './deciding.ts';
import { listRoutes, textRoutes } from './reading.ts';
import type { UserTermRoutesOptions } from './shared.ts';

/** All of them; `/user_terms/pending` and the like before `/user_terms/{id}`. */
export function userTermRoutes(options: UserTermRoutesOptions): Routes {
  const all = [listRoutes(options), severalRoutes(options), textRoutes(options), decisionRoutes(options)];
  return (app) => {
    for (const routes of all) routes(app);
  };
}
