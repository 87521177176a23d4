import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Buy } from '../parts/buy.tsx';
import { Failed } from '../parts/notice.tsx';
import { ProductCard, Stock } from '../parts/product-card.tsx';
import { Reviews } from '../parts/reviews.tsx';
import type { Product, ProductPage as ProductData } from '../state/api.ts';
import { useHead } from '../state/head.ts';
import { price } from '../state/money.ts';
import { useResource } from '../state/use-resource.ts';
import { NotFoundPage } from './texts.tsx';

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

/** One large picture and buttons for the others. */
function Gallery({ pictures }: { readonly pictures: Product['pictures'] }): VNode {
  const [shown, setShown] = useState(0);
  const picture = pictures[shown] ?? pictures[0];
  return (
    <div class="gallery stack">
      {picture && <img src={picture.src} alt={picture.alt} width="800" height="800" decoding="async" />}
      <div class="row" role="group" aria-label="Pictures">
        {pictures.map(({ src, alt }, index) => (
          <button
            key={src}
            type="button"
            aria-pressed={index === shown}
            aria-label={alt}
            onClick={() => setShown(index)}
          >
            <img src={src} alt="" width="96" height="96" decoding="async" />
          </button>
        ))}
      </div>
    </div>
  );
}

function Details({ product }: { readonly product: Product }): VNode {
  return (
    <section class="split" aria-labelledby="about-product">
      <div class="stack">
        <h2 id="about-product">About this product</h2>
        {product.description.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <dl class="facts">
        {product.details.map(({ label, value }) => (
          <div key={label}>
            <dt class="muted">{label}</dt>
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
    <section class="stack" aria-labelledby="film">
      <h2 id="film">How it is made</h2>
      {h(
        'policy-embed',
        { 'data-consent': 'media', 'data-src': address, title: 'How a lamp is made', width: '1280', height: '540' },
        <a href={address}>Watch the film</a>,
      )}
    </section>
  );
}

function Ready({ data: { product, category, related, film } }: { readonly data: ProductData }): VNode {
  useHead({
    title: product.name,
    description: product.summary,
    canonical: `/products/${product.id}`,
    picture: product.pictures[0]?.src,
    data: structuredData(product),
  });
  return (
    <div class="product stack">
      <nav class="breadcrumbs small muted" aria-label="You are here">
        <a href="/">Shop</a> / <a href={`/?category=${category.id}`}>{category.name}</a>
      </nav>
      <article class="split">
        <Gallery key={product.id} pictures={product.pictures} />
        <div class="stack">
          <h1>{product.name}</h1>
          <p class="lead">{product.summary}</p>
          <p class="row">
            <span class="price price-large">{price(product.price, product.currency)}</span>
            <Stock stock={product.stock} />
          </p>
          <Buy key={product.id} product={product} />
        </div>
      </article>
      <Details product={product} />
      {film !== null && <Film address={film} />}
      <Reviews product={product} />
      <section class="stack" aria-labelledby="related">
        <h2 id="related">Goes well with this</h2>
        <ul class="cards">
          {related.map((other) => (
            <ProductCard key={other.id} product={other} level={3} />
          ))}
        </ul>
      </section>
    </div>
  );
}

/** One product; `id` as in the address. */
export function ProductPage({ id }: { readonly id: string }): VNode {
  const page = useResource<ProductData>(`/api/products/${id}`);
  if (page.state === 'ready') return <Ready data={page.data} />;
  if (page.state === 'failed') return <Failed what="This product" retry={page.retry} isPage />;
  if (page.state === 'loading') return <p role="status">Loading …</p>;
  return (
    <NotFoundPage title="Product not found" text="It may no longer be sold, or the link contains a typing error." />
  );
}
