import { h, type VNode } from 'preact';
import { Buy } from '../parts/buy.tsx';
import { Gallery } from '../parts/gallery.tsx';
import { Icon } from '../parts/icons.tsx';
import { Failed } from '../parts/notice.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import { Reviews } from '../parts/reviews.tsx';
import { Stock } from '../parts/stock.tsx';
import type { Product, ProductList, ProductPage as ProductData } from '../state/api.ts';
import { useHead } from '../state/head.ts';
import { FREE_DELIVERY_FROM, price } from '../state/money.ts';
import { useResource } from '../state/use-resource.ts';
import { NotFoundPage } from './not-found.tsx';

const absolute = (path: string): string => new URL(path, location.origin).href;

/** The product as structured data (schema.org). */
function structuredData(product: Product): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.summary,
    sku: product.id,
    category: product.category,
    image: product.pictures.map(({ src }) => absolute(src)),
    offers: {
      '@type': 'Offer',
      url: absolute(`/products/${product.id}`),
      price: (product.price / 100).toFixed(2),
      priceCurrency: product.currency,
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

function Breadcrumbs({ product }: { readonly product: Product }): VNode {
  const list = useResource<ProductList>('/api/products');
  const name =
    list.state === 'ready' ? list.data.categories.find(({ id }) => id === product.category)?.name : undefined;
  return (
    <nav class="breadcrumbs" aria-label="You are here">
      <ol>
        <li>
          <a href="/">Shop</a>
        </li>
        <li>
          <a href={`/?category=${product.category}`}>{name ?? product.category}</a>
        </li>
        <li aria-current="page">{product.name}</li>
      </ol>
    </nav>
  );
}

function Promises(): VNode {
  return (
    <ul class="promises">
      <li>
        <Icon name="truck" /> Free delivery from {price(FREE_DELIVERY_FROM)}
      </li>
      <li>
        <Icon name="back" /> 30 days to return it
      </li>
      <li>
        <Icon name="leaf" /> Plastic-free packaging
      </li>
    </ul>
  );
}

function Details({ product }: { readonly product: Product }): VNode {
  return (
    <section class="about-product" aria-labelledby="about-product">
      <div class="prose">
        <h2 id="about-product">About this product</h2>
        {product.description.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <dl class="facts">
        {product.details.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A film from another company, which is loaded after the visitor allows it. */
function Film({ address }: { readonly address: string }): VNode {
  return (
    <section class="film" aria-labelledby="film">
      <h2 id="film">How it is made</h2>
      {h(
        'policy-embed',
        { 'data-consent': 'media', 'data-src': address, title: 'How a lamp is made', width: '1280', height: '540' },
        <a href={address}>Watch the film</a>,
      )}
    </section>
  );
}

function Ready({ data: { product, related, film } }: { readonly data: ProductData }): VNode {
  useHead({
    title: product.name,
    description: product.summary,
    canonical: `/products/${product.id}`,
    picture: product.pictures[0]?.src,
    data: structuredData(product),
  });
  return (
    <>
      <Breadcrumbs product={product} />
      <article class="product">
        <Gallery key={product.id} pictures={product.pictures} />
        <div class="product-words">
          <h1>{product.name}</h1>
          <p class="lead">{product.summary}</p>
          <p class="product-price">
            <span class="price">{price(product.price, product.currency)}</span>
            <Stock stock={product.stock} />
          </p>
          <Buy key={product.id} product={product} />
          <Promises />
        </div>
      </article>
      <Details product={product} />
      {film !== null && <Film address={film} />}
      <Reviews product={product} />
      <section aria-labelledby="related">
        <h2 id="related">Goes well with this</h2>
        <ul class="cards">
          {related.map((other) => (
            <ProductCard key={other.id} product={other} level={3} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Skeleton(): VNode {
  return (
    <>
      <p class="visually-hidden" role="status">
        Loading …
      </p>
      <div class="product product-skeleton" aria-hidden="true">
        <div class="gallery-main skeleton" />
        <div class="product-words">
          <div class="skeleton skeleton-title" />
          <div class="skeleton skeleton-line" />
          <div class="skeleton skeleton-line skeleton-short" />
          <div class="skeleton skeleton-button" />
        </div>
      </div>
    </>
  );
}

/** One product; `id` as in the address. */
export function ProductPage({ id }: { readonly id: string }): VNode {
  const page = useResource<ProductData>(`/api/products/${id}`);
  if (page.state === 'ready') return <Ready data={page.data} />;
  if (page.state === 'failed') return <Failed what="This product" retry={page.retry} isPage />;
  if (page.state === 'loading') return <Skeleton />;
  return (
    <NotFoundPage title="Product not found" text="It may no longer be sold, or the link contains a typing error." />
  );
}
