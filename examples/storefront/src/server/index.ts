/**
 * The example shop, for starting from a script or a test.
 *
 * @module
 */
export { createPartners, type PartnerOrigins, type Partners } from './partners.ts';
export { createStorefront, type Storefront, type StorefrontOptions } from './storefront.ts';
