import type { RequestHandler } from 'express';
import { products } from './catalogue.ts';

/** Answers with the pages that everybody may see. @param origin of the shop; default: that of each request */
export function sitemap(origin: string | undefined): RequestHandler {
  return (request, response) => {
    const { origin: site } = new URL(origin ?? `${request.protocol}://${request.get('host') ?? ''}`);
    const urls = ['', ...products.map(({ id }) => `products/${id}`)].map((at) => `<url><loc>${site}/${at}</loc></url>`);
    response
      .type('application/xml')
      .send(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`);
  };
}
