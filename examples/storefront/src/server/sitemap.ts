import { Router } from 'express';
import { products } from './catalogue.ts';

/** `/sitemap.xml`: the pages that everybody may see. @param origin the shop's public origin; default: that of each request */
export function sitemap(origin: string | undefined): Router {
  const router = Router();
  router.get('/sitemap.xml', (request, response) => {
    const site = origin ?? `${request.protocol}://${request.get('host') ?? ''}`;
    const paths = ['/', ...products.map(({ id }) => `/products/${id}`)];
    const urls = paths.map((path) => `<url><loc>${escaped(site + path)}</loc></url>`);
    const list = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
    response.type('application/xml').send(`<?xml version="1.0" encoding="UTF-8"?>${list}`);
  });
  return router;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
