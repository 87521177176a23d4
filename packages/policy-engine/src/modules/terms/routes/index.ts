/** The administrators' pages and API for policy texts: a policy is a rule, a term one of its texts. */
import type { Routes } from '../../../platform/web/index.ts';
import { declareDifference } from './difference.ts';
import { declareTextFiles } from './files.ts';
import { declareForms } from './forms.ts';
import { declarePolicies, declareReading } from './reading.ts';
import { type TermsRoutesOptions, termsRouteContext } from './shared.ts';
import { declareTranslations } from './translations.ts';
import { declareWriting } from './writing.ts';
import { paths } from '../views/term-parts.tsx';

/** The pages under `/categories`, for administrators. */
export function termsRoutes(options: TermsRoutesOptions): Routes {
  const routes = termsRouteContext(options);
  return (app) => {
    app.navigation({ area: 'admin', group: 'consent', position: 10, path: paths.policies, label: 'nav.policies' });
    declarePolicies(app, routes);
    declareReading(app, routes);
    declareTextFiles(app, options);
    declareDifference(app, routes);
    declareForms(app, routes);
    declareWriting(app, routes);
    declareTranslations(app, routes);
  };
}
