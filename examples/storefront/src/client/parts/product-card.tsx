import type { VNode } from 'preact';
import type { Product } from '../state/api.ts';
import { price } from '../state/money.ts';
import { Icon } from './icon.tsx';

/** The stock, shown with words, a shape and a colour. */
export function Stock({ stock }: { readonly stock: number }): VNode {
  const [tone, icon, words] =
    stock === 0
      ? (['danger', 'cross', 'Sold out'] as const)
      : stock <= 5
        ? (['warning', 'clock', `Only ${stock} left`] as const)
        : (['success', 'check', 'In stock'] as const);
  return (
    <span class={`badge badge-${tone}`}>
      <Icon name={icon} /> {words}
    </span>
  );
}

/** A product in a list; the whole card is its link. */
export function ProductCard({ product, level }: { readonly product: Product; readonly level: 2 | 3 }): VNode {
  const Heading: 'h2' | 'h3' = `h${level}`;
  return (
    <li class="card">
      <img src={product.pictures[0]?.src} alt="" width="800" height="800" loading="lazy" decoding="async" />
      <Heading class="card-name">
        <a href={`/products/${product.id}`}>{product.name}</a>
      </Heading>
      <p class="card-summary muted small">{product.summary}</p>
      <p class="row">
        <span class="price">{price(product.price, product.currency)}</span>
        {product.stock <= 5 && <Stock stock={product.stock} />}
      </p>
    </li>
  );
}
