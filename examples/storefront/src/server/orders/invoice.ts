import { price } from '../catalogue.ts';
import type { Order } from './orders.ts';

/** The invoice of an order, as text. */
export function invoiceOf({ number, placedAt, lines, delivery, total, address }: Order): string {
  const sums = [
    ...lines.map(({ name, quantity, price: each }) => [`${quantity} × ${name}`, quantity * each] as const),
    ['Delivery', delivery] as const,
    ['Total, with VAT', total] as const,
  ];
  return [
    'Northlight, Harbour Street 1, 20457 Hamburg, Germany',
    '',
    `Invoice ${number}, ${placedAt.slice(0, 10)}`,
    ...(address === null ? [] : ['', address.recipient, address.street, `${address.postcode} ${address.city}`]),
    '',
    ...sums.map(([words, cents]) => `${words.padEnd(50)} ${price(cents).padStart(12)}`),
    '',
  ].join('\n');
}
