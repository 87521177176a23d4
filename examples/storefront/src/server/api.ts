import { Router } from 'express';
import type { Database } from 'policy-engine';
import { categories, findProduct, findProducts, relatedTo } from './catalogue.ts';
import { sendProblem } from './responses.ts';
import type { PartnerOrigins } from './policies/engine.ts';
import { reviewsOfProduct } from './reviews/reviews.ts';

/** A query parameter, if it is given once. */
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * The API that the client reads.
 *
 * - `GET /products?category=…&q=…` → `{ categories, products }`, an unknown category is an empty list
 * - `GET /products/:id` → `{ product, category, related, film }`, or 404; `film` is the address of a film, or null
 * - `GET /products/:id/reviews` → `{ reviews }`, the newest first; none for an unknown product
 */
export function catalogueApi(partners: PartnerOrigins, database: Database): Router {
  const api = Router();
  api.get('/products', (request, response) => {
    const products = findProducts({ category: text(request.query['category']), query: text(request.query['q']) });
    response.json({ categories, products });
  });
  api.get('/products/:id', (request, response) => {
    const product = findProduct(request.params.id);
    const film = product?.category === 'lighting' ? `${partners.films}/films/lamp` : null;
    const category = categories.find(({ id }) => id === product?.category);
    if (product) response.json({ product, category, related: relatedTo(product), film });
    else sendProblem(response, 404, 'Not found', 'There is no product with this number.');
  });
  api.get('/products/:id/reviews', async (request, response) => {
    const reviews = await reviewsOfProduct(database, request.params.id);
    response.set('Cache-Control', 'no-store').json({ reviews });
  });
  api.use((_request, response) => sendProblem(response, 404, 'Not found', 'There is nothing at this address.'));
  return api;
}
