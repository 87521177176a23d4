import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
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

function Line({ line: { product, quantity } }: { readonly line: LineData }): VNode {
  const remove = (): void => {
    setQuantity(product.id, 0);
    // The button is removed with its line; the keyboard focus moves to the top of the page.
    document.querySelector<HTMLElement>('main')?.focus();
  };
  return (
    <li class="line row">
      <img src={product.pictures[0]?.src} alt="" width="112" height="112" decoding="async" />
      <div class="stack">
        <h2>
          <a href={`/products/${product.id}`}>{product.name}</a>
        </h2>
        <div class="row">
          <Quantity
            name={product.name}
            value={quantity}
            max={product.stock}
            onChange={(value) => setQuantity(product.id, value)}
          />
          <button type="button" class="text-button" aria-label={`Remove ${product.name}`} onClick={remove}>
            Remove
          </button>
        </div>
      </div>
      <p class="price">{price(product.price * quantity, product.currency)}</p>
    </li>
  );
}

function Summary({ lines }: { readonly lines: readonly LineData[] }): VNode {
  const goods = lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  const delivery = goods >= FREE_DELIVERY_FROM ? 0 : DELIVERY;
  const cart = lines.map(({ product, quantity }) => `${product.id}x${quantity}`).join(',');
  return (
    <section class="summary stack" aria-labelledby="summary">
      <h2 id="summary">Summary</h2>
      <dl class="sums">
        <dt>Goods</dt>
        <dd>{price(goods)}</dd>
        <dt>Delivery</dt>
        <dd>{delivery === 0 ? 'Free' : price(delivery)}</dd>
        <dt>Total</dt>
        <dd>{price(goods + delivery)}</dd>
      </dl>
      <a class="button" href={`/checkout?cart=${cart}`}>
        Check out
      </a>
      <p class="muted small">This is a demonstration shop: nothing is delivered or charged.</p>
    </section>
  );
}

/** The visitor's cart, which is stored in this browser, as far as it can be bought: existing products, up to the number in stock. */
export function CartPage(): VNode {
  const cart: Cart = useCart();
  const list = useResource<ProductList>('/api/products');
  const products = list.state === 'ready' ? list.data.products : undefined;
  const lines = (products ?? [])
    .map((product) => ({ product, quantity: Math.min(cart[product.id] ?? 0, product.stock) }))
    .filter(({ quantity }) => quantity > 0);
  useHead(list.state === 'failed' ? undefined : { title: 'Your cart', description: 'The products in your cart.' });
  // Adjusts the stored cart to the stock, so that the header shows the same number as the page.
  useEffect(() => {
    for (const [id, quantity] of Object.entries(products === undefined ? {} : cart)) {
      const most = products?.find((product) => product.id === id)?.stock ?? 0;
      if (quantity > most) setQuantity(id, most);
    }
  }, [cart, products]);

  if (countOf(cart) === 0 || (products !== undefined && lines.length === 0)) {
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
    <div class="stack">
      <h1>Your cart</h1>
      {list.state === 'loading' && <p role="status">Loading …</p>}
      {list.state === 'failed' && <Failed what="Your cart" retry={list.retry} />}
      {list.state === 'ready' && (
        <div class="split">
          <ul>
            {lines.map((line) => (
              <Line key={line.product.id} line={line} />
            ))}
          </ul>
          <Summary lines={lines} />
        </div>
      )}
    </div>
  );
}
