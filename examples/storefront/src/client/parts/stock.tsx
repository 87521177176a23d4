import type { VNode } from 'preact';
import { Icon } from './icons.tsx';

/** The stock, shown with words, a shape and a colour. */
export function Stock({ stock }: { readonly stock: number }): VNode {
  if (stock === 0) {
    return (
      <span class="badge badge-danger">
        <Icon name="cross" /> Sold out
      </span>
    );
  }
  if (stock <= 5) {
    return (
      <span class="badge badge-warning">
        <Icon name="clock" /> Only {stock} left
      </span>
    );
  }
  return (
    <span class="badge badge-success">
      <Icon name="check" /> In stock
    </span>
  );
}
