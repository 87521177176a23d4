import type { VNode } from 'preact';
import type { Product } from '../state/api.ts';
import { price } from '../state/money.ts';
import { Stock } from './stock.tsx';

/** A product in a list; the whole card is its link. */
export function ProductCard({ product, level }: { readonly product: Product; readonly level: 2 | 3 }): VNode {
  const Heading: 'h2' | 'h3' = `h${level}`;
  return (
    <li class="card">
      <div class="card-picture">
        <img src={product.pictures[0]?.src} alt="" width="800" height="800" loading="lazy" decoding="async" />
      </div>
      <Heading class="card-name">
        <a href={`/products/${product.id}`}>{product.name}</a>
      </Heading>
      <p class="card-summary muted">{product.summary}</p>
      <p class="card-foot">
        <span class="price">{price(product.price, product.currency)}</span>
        {product.stock <= 5 && <Stock stock={product.stock} />}
      </p>
    </li>
  );
}

/** Placeholder cards of the final size, while the list loads. */
export function CardSkeletons({ count }: { readonly count: number }): VNode {
  return (
    <ul class="cards" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index} class="card card-skeleton">
          <div class="card-picture skeleton" />
          <div class="skeleton skeleton-line" />
          <div class="skeleton skeleton-line skeleton-short" />
        </li>
      ))}
    </ul>
  );
}
