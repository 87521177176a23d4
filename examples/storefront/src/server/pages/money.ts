/** A price in cents as people write it. */
export const price = (cents: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(cents / 100);
