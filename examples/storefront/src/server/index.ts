/**
 * The example shop, to be started from a script or a test.
 *
 * @module
 */
export { createStorefront, type Storefront, type StorefrontOptions } from './storefront.ts';
