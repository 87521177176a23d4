import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icons.tsx';
import { Empty, Failed } from '../parts/notice.tsx';
import { Quantity } from '../parts/quantity.tsx';
import type { Product, ProductList } from '../state/api.ts';
import { type Cart, countOf, setQuantity, useCart } from '../state/cart.ts';
import { useHead } from '../state/head.ts';
import { DELIVERY, FREE_DELIVERY_FROM, price } from '../state/money.ts';
import { useResource } from '../state/use-resource.ts';

interface LineData {
  readonly product: Product;
  readonly quantity: number;
}

/** The part of a stored cart that can be bought: existing products, up to the number in stock. */
function linesOf(cart: Cart, products: readonly Product[]): LineData[] {
  return products
    .map((product) => ({ product, quantity: Math.min(cart[product.id] ?? 0, product.stock) }))
    .filter(({ quantity }) => quantity > 0);
}

function Line({ line: { product, quantity } }: { readonly line: LineData }): VNode {
  return (
    <li class="line">
      <a class="line-picture" href={`/products/${product.id}`} tabIndex={-1} aria-hidden="true">
        <img src={product.pictures[0]?.src} alt="" width="112" height="112" decoding="async" />
      </a>
      <div class="line-words">
        <h2>
          <a href={`/products/${product.id}`}>{product.name}</a>
        </h2>
        <p class="muted">{price(product.price, product.currency)} each</p>
      </div>
      <p class="line-price price">{price(product.price * quantity, product.currency)}</p>
      <div class="line-actions">
        <Quantity
          name={product.name}
          value={quantity}
          max={product.stock}
          onChange={(value) => setQuantity(product.id, value)}
        />
        <button
          type="button"
          class="text-button"
          aria-label={`Remove ${product.name}`}
          onClick={() => {
            setQuantity(product.id, 0);
            // The button is removed with its line; the keyboard focus moves to the top of the page.
            document.querySelector<HTMLElement>('main')?.focus();
          }}
        >
          Remove
        </button>
      </div>
    </li>
  );
}

function Summary({ lines }: { readonly lines: readonly LineData[] }): VNode {
  const goods = lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  const delivery = goods >= FREE_DELIVERY_FROM ? 0 : DELIVERY;
  return (
    <section class="summary" aria-labelledby="summary">
      <h2 id="summary">Summary</h2>
      <dl>
        <div>
          <dt>Goods</dt>
          <dd>{price(goods)}</dd>
        </div>
        <div>
          <dt>Delivery</dt>
          <dd>{delivery === 0 ? 'Free' : price(delivery)}</dd>
        </div>
        <div class="summary-total">
          <dt>Total</dt>
          <dd>{price(goods + delivery)}</dd>
        </div>
      </dl>
      {delivery > 0 && (
        <p class="summary-hint">
          <Icon name="truck" /> Add {price(FREE_DELIVERY_FROM - goods)} for free delivery.
        </p>
      )}
      <a
        class="button button-large"
        href={`/checkout?cart=${lines.map(({ product, quantity }) => `${product.id}x${quantity}`).join(',')}`}
      >
        Check out
      </a>
      <p class="notice">This is a demonstration shop: nothing is delivered or charged.</p>
    </section>
  );
}

/** Adjusts the stored cart to the stock, so that the header shows the same number as the page. */
function useReconciled(cart: Cart, products: readonly Product[] | undefined): void {
  useEffect(() => {
    if (!products) return;
    const stock = new Map(products.map((product) => [product.id, product.stock]));
    for (const [id, quantity] of Object.entries(cart)) {
      const most = stock.get(id) ?? 0;
      if (quantity > most) setQuantity(id, most);
    }
  }, [cart, products]);
}

/** The visitor's cart, which is stored in this browser. */
export function CartPage(): VNode {
  const cart = useCart();
  const list = useResource<ProductList>('/api/products');
  useHead(list.state === 'failed' ? undefined : { title: 'Your cart', description: 'The products in your cart.' });
  useReconciled(cart, list.state === 'ready' ? list.data.products : undefined);
  const lines = list.state === 'ready' ? linesOf(cart, list.data.products) : [];
  const isEmpty = countOf(cart) === 0 || (list.state === 'ready' && lines.length === 0);

  if (isEmpty) {
    return (
      <Empty level={1} title="Your cart is empty">
        <p>Your cart is stored in this browser until you order or empty it.</p>
        <a class="button" href="/">
          Browse the shop
        </a>
      </Empty>
    );
  }
  return (
    <>
      <header class="page-head">
        <h1>Your cart</h1>
      </header>
      {list.state === 'loading' && <div class="skeleton skeleton-block" role="status" aria-label="Loading …" />}
      {list.state === 'failed' && <Failed what="Your cart" retry={list.retry} />}
      {list.state === 'ready' && (
        <div class="cart">
          <ul class="lines">
            {lines.map((line) => (
              <Line key={line.product.id} line={line} />
            ))}
          </ul>
          <Summary lines={lines} />
        </div>
      )}
    </>
  );
}
