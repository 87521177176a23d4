import type { RequestHandler } from 'express';
import { products } from './catalogue.ts';

/** Answers with the pages that everybody may see. @param origin of the shop; default: that of each request */
export function sitemap(origin: string | undefined): RequestHandler {
  return (request, response) => {
    const { origin: site } = new URL(origin ?? `${request.protocol}://${request.get('host') ?? ''}`);
    // One address a line is a sitemap, too.
    response.type('txt').send([`${site}/`, ...products.map(({ id }) => `${site}/products/${id}`)].join('\n'));
  };
}
