/** The order of a list in its query: `sort=at` is ascending by time, `sort=-at` descending; empty for the order of the list itself. */
import { z } from '@hono/zod-openapi';

/** The order of the rows of a list. */
export interface ListOrder {
  /** The `sort` of a column. */
  readonly by: string;
  readonly descending: boolean;
}

/**
 * The member of a query that sorts a list.
 *
 * @param orders the orders that an index has, such as `at` and `-at`
 */
export function sortField<const Order extends string>(
  orders: readonly Order[],
): z.ZodOptional<z.ZodType<Order | '', Order | ''>> {
  // Forms send an empty text for no choice.
  return z
    .enum([...orders, ''])
    .optional()
    .openapi({ description: 'The order; a minus sign before it: descending' });
}

/** The member of a query that chooses the columns of a page: see `chosenColumns`. */
export const columnsField: z.ZodOptional<z.ZodString> = z
  .string()
  .max(200)
  .optional()
  .openapi({ description: 'Columns of the page that can be left out: names with commas between them, `-` for none' });

/** Reads an order. @param text as in the query, `-at`; not empty */
export function listOrder(text: string): ListOrder {
  return text.startsWith('-') ? { by: text.slice(1), descending: true } : { by: text, descending: false };
}

/** Writes it. */
export function orderText({ by, descending }: ListOrder): string {
  return descending ? `-${by}` : by;
}
