/** Value of goods (in cents) from which delivery is free. */
export const FREE_DELIVERY_FROM = 8000;

/** Delivery costs below that value, in cents. */
export const DELIVERY = 490;

/** A price as people write it. */
export const price = (cents: number, currency = 'EUR'): string =>
  new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency }).format(cents / 100);
