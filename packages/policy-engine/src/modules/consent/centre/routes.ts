/** The privacy centre: one page for a person, with or without an account. */
import { z } from '@hono/zod-openapi';
import type { TermsService } from '../../terms/index.ts';
import { keepLocale, localPath, type Routes, type View } from '../../../platform/web/index.ts';
import { type NecessaryCookie, necessaryJson } from '../necessary/declaration.ts';
import type { ConsentSettingsService } from '../banner/service.ts';
import type { Devices } from '../devices/devices.ts';
import type { CentreSection, SectionCall } from './views/section.ts';
import { senderOf } from '../routes/decider.ts';
import type { CentreService } from './service.ts';
import { centrePage } from './views/centre-page.tsx';
import { centrePath, type DrawnSection } from './views/page-data.ts';

/** What the routes work with. */
export interface CentreRoutesOptions {
  readonly centres: CentreService;
  readonly consentSettings: Pick<ConsentSettingsService, 'recordSignal'>;
  readonly terms: Pick<TermsService, 'html'>;
  readonly devices: Pick<Devices, 'remember'>;
  /** What other modules show, available once all are created. */
  readonly sections: () => readonly CentreSection[];
  readonly necessaryCookies: readonly NecessaryCookie[];
}

/** Paths whose pages are parts of the privacy centre. */
const PARTS: readonly string[] = [
  '/user_terms',
  '/consent',
  '/cookies',
  '/ledger/events',
  '/user_portability_requests',
  '/user_erasure_requests',
];

export function centreRoutes(options: CentreRoutesOptions): Routes {
  const { centres, consentSettings, terms, devices, sections, necessaryCookies } = options;
  return (app) => {
    // Also for visitors who are not signed in: withdrawing must be one click away on every page.
    app.navigation({
      area: 'user',
      position: 10,
      path: '/privacy',
      label: 'nav.privacy',
      isPublic: true,
      covers: PARTS,
    });
    app.route({
      method: 'get',
      path: '/privacy',
      id: 'showPrivacyCentre',
      summary: 'The privacy centre: what a person is asked, what they decided, and their data requests, on one page',
      description: 'For people; programs use `/user_terms`, `/consent` and the requests as JSON.',
      tags: ['Consent'],
      access: 'public',
      query: z.object({
        return_to: z
          .string()
          .max(2000)
          .optional()
          .openapi({ description: 'A path of this site that the page links back to' }),
        locale: z
          .string()
          .max(35)
          .optional()
          .openapi({ description: 'Language of the pages from now on, as a BCP 47 tag; stored in a cookie' }),
      }),
      answer: { description: 'The page', html: 'page' },
      otherResponses: { 303: { description: 'The language was chosen: redirects to the page in that language' } },
      handle: async (call) => {
        const returnTo = localPath(call.query.return_to, '');
        if (call.query.locale !== undefined) {
          call.setLocale(call.query.locale);
          // A link from another site sets the language for this page only.
          if (!call.isForeign()) {
            keepLocale(call, (await call.language()).locale);
            return { redirect: { to: call.href(centrePath(returnTo)) } };
          }
        }
        // The page says what the account has decided.
        if (!call.isForeign()) {
          await devices.remember(call);
          await consentSettings.recordSignal(senderOf(call));
        }
        const centre = await centres.of(call, await call.languages());
        const drawn = await drawnSections(sections(), call);
        const page = {
          centre,
          html: (text: { readonly markdown: string }) => terms.html(text),
          returnTo,
        };
        return {
          html: (view) => {
            const necessary = necessaryJson(necessaryCookies, view, view.href('/'));
            return centrePage(view, { ...page, necessary, sections: drawn(view) });
          },
        };
      },
    });
  };
}

/** The parts of other modules that have content for this person. */
async function drawnSections(
  sections: readonly CentreSection[],
  call: SectionCall,
): Promise<(view: View) => DrawnSection[]> {
  const { user } = call;
  if (user === null) return () => [];
  const inOrder = sections.toSorted((one, other) => one.position - other.position);
  const draws = await Promise.all(
    inOrder.map(async (section) => ({ section, draw: await section.draw(call, user.id) })),
  );
  return (view) =>
    draws.flatMap(({ section: { id, position, heading }, draw }) =>
      draw === null ? [] : [{ id, isFirst: position < 0, heading: heading(view), content: draw(view) }],
    );
}
