/**
 * The example shop, for starting from a script or a test; `demo/shop.ts` in the repository does so.
 *
 * @module
 */
export type { PartnerOrigins } from './policies/engine.ts';
export { createStorefront, type Storefront, type StorefrontOptions } from './storefront.ts';
