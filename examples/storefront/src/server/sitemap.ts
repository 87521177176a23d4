import type { RequestHandler } from 'express';
import { products } from './catalogue.ts';

/** Answers with the pages that everybody may see. @param origin of the shop; default: that of each request */
export const sitemap =
  (origin: string | undefined): RequestHandler =>
  (request, response) => {
    const site = new URL(origin ?? `${request.protocol}://${request.get('host') ?? ''}`).origin;
    const urls = ['', ...products.map(({ id }) => `products/${id}`)].map(
      (path) => `<url><loc>${site}/${path}</loc></url>`,
    );
    const list = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
    response.type('application/xml').send(list);
  };
