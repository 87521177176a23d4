/** A banner as it was served: a page for administrators, and its document. */
import { hash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { refusals } from '../../errors/refusals.ts';
import type { Routes } from '../../platform/web/index.ts';
import { servedPath } from './paths.ts';
import type { ServedBanners } from './served.ts';
import { OWN_STYLE, servedDocument } from './views/served-document.tsx';
import { servedPage } from './views/served-page.tsx';

const TAGS = ['Administration'];
const PARAMS = z.object({
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .openapi({ description: 'SHA-256 of the document' }),
});

const LAYER = z.object({
  layer: z.enum(['1', '2']).default('1').openapi({ description: '2: with the single purposes' }),
});

/** Nothing but its own two style sheets. */
function policyFor(css: string): string {
  const styles = [OWN_STYLE, css].map((text) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ');
  return `default-src 'none'; style-src ${styles}; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`;
}

/** `GET /appearance/served/{hash}`, the banner alone, and its document. */
export function servedRoutes(served: ServedBanners): Routes {
  return (app) => {
    app.route({
      method: 'get',
      path: servedPath('{hash}'),
      id: 'showServedBanner',
      summary: 'Show a banner as it was served',
      description:
        'From the stored document, without anything of today. If it is not stored, the page says so and shows the banner of today.',
      tags: TAGS,
      access: 'admin',
      params: PARAMS,
      query: LAYER,
      answer: { description: 'A page', html: 'page' },
      handle: async ({ params: { hash: key }, query: { layer } }) => {
        const stored = await served.find(key);
        return { html: (view) => servedPage(view, { hash: key, stored, layer: layer === '2' ? 2 : 1 }) };
      },
    });
    app.route({
      method: 'get',
      path: `${servedPath('{hash}')}/frame`,
      id: 'servedBannerFrame',
      summary: 'A banner as it was served, alone on a page',
      tags: TAGS,
      access: 'admin',
      params: PARAMS,
      query: LAYER,
      answer: { description: 'A page', html: 'page' },
      errors: [404],
      handle: async ({ params, query: { layer }, language }) => {
        const stored = await served.find(params.hash);
        if (stored === null) throw refusals.notFound();
        const { t } = await language();
        const html = await servedDocument(stored.banner, layer === '2' ? 2 : 1, t('appearance.served.title'));
        const headers = {
          'content-type': 'text/html; charset=utf-8',
          'content-language': stored.banner.locale,
          'content-security-policy': policyFor(stored.banner.css),
        };
        return new Response(html, { headers });
      },
    });
    app.route({
      method: 'get',
      path: `${servedPath('{hash}')}/document`,
      id: 'servedBannerDocument',
      summary: 'The document of a banner as it was served: its SHA-256 is in the address',
      tags: TAGS,
      access: 'admin',
      params: PARAMS,
      answer: { description: 'The document' },
      otherResponses: { 200: { description: 'The document', content: { 'application/json': { schema: z.string() } } } },
      errors: [404],
      handle: async ({ params }) => {
        const stored = await served.find(params.hash);
        if (stored === null) throw refusals.notFound();
        const headers = {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="banner-${params.hash.slice(0, 16)}.json"`,
        };
        return new Response(stored.text, { headers });
      },
    });
  };
}
