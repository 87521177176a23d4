import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Empty, Failed } from '../parts/notice.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import type { Category, ProductList } from '../state/api.ts';
import { useHead } from '../state/head.ts';
import { navigate, type Place } from '../state/location.ts';
import { useResource } from '../state/use-resource.ts';

interface Filter {
  readonly category: string;
  readonly query: string;
}

/** The address of the list with a filter. */
function address({ category, query }: Filter, path = '/'): string {
  const search = new URLSearchParams({ ...(category && { category }), ...(query && { q: query }) }).toString();
  return search ? `${path}?${search}` : path;
}

function Hero(): VNode {
  return (
    <section class="hero" aria-labelledby="hero-title">
      <div class="hero-words stack">
        <h1 id="hero-title">Calm things for a bright home</h1>
        <p>Lamps, tableware, pots and textiles: a small range, chosen to be used every day and kept for years.</p>
        <a class="button" href="/products/1">
          Meet the Dune lamp <Icon name="arrow" />
        </a>
      </div>
      <img src="/pictures/hero.svg" alt="" width="1200" height="800" decoding="async" />
    </section>
  );
}

function Search({ filter }: { readonly filter: Filter }): VNode {
  const [text, setText] = useState(filter.query);
  const timer = useRef<number>(undefined);
  // The back button changes the query without typing.
  useEffect(() => setText(filter.query), [filter.query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const go = (query: string): void => {
    clearTimeout(timer.current);
    navigate(address({ ...filter, query: query.trim() }), { replace: true });
  };
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go(text);
      }}
    >
      <label class="visually-hidden" for="search">
        Search the shop
      </label>
      <Icon name="search" />
      <input
        id="search"
        type="search"
        placeholder="Search the shop"
        autoComplete="off"
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(go, 250, value);
        }}
      />
    </form>
  );
}

function Chips({ categories, filter }: { readonly categories: readonly Category[]; readonly filter: Filter }): VNode {
  return (
    <nav class="chips row" aria-label="Categories">
      {[{ id: '', name: 'Everything' }, ...categories].map(({ id, name }) => (
        <a
          key={id}
          class="chip"
          href={address({ ...filter, category: id })}
          aria-current={filter.category === id ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

/** All products, one category, or the results of a search. */
export function ListPage({ place }: { readonly place: Place }): VNode {
  const filter = { category: place.query.get('category') ?? '', query: place.query.get('q') ?? '' };
  const list = useResource<ProductList>(address(filter, '/api/products'));
  // The categories stay visible while the next list loads.
  const categories = useRef<readonly Category[]>([]);
  if (list.state === 'ready') categories.current = list.data.categories;
  const category = categories.current.find(({ id }) => id === filter.category);
  const isHome = !filter.category && !filter.query;
  const title = category?.name ?? (filter.query ? 'Search' : 'Northlight');
  const count = list.state === 'ready' ? list.data.products.length : 0;

  useHead(
    list.state === 'ready'
      ? {
          title,
          description: category?.summary,
          // Search engines should not index the results of a search.
          canonical: address({ category: category?.id ?? '', query: '' }),
          picture: '/pictures/hero.svg',
        }
      : undefined,
  );
  return (
    <div class="list stack">
      {isHome ? (
        <Hero />
      ) : (
        <header>
          <h1>{filter.query ? `Search for “${filter.query}”` : (category?.name ?? 'The shop')}</h1>
          {category && <p class="muted">{category.summary}</p>}
        </header>
      )}
      <div class="toolbar">
        <Chips categories={categories.current} filter={filter} />
        <Search filter={filter} />
      </div>
      <p class="muted small" role="status">
        {list.state === 'ready' && (count === 1 ? '1 product' : `${count} products`)}
        {list.state === 'loading' && 'Loading …'}
      </p>
      {list.state === 'failed' && <Failed what="The products" retry={list.retry} />}
      {list.state === 'ready' && count === 0 && (
        <Empty level={2} title="Nothing found">
          <p>
            {filter.query
              ? `No product matches “${filter.query}”. Try a shorter or another word.`
              : 'There are no products in this category.'}
          </p>
          <a class="button button-quiet" href="/">
            Show all products
          </a>
        </Empty>
      )}
      {list.state === 'ready' && count > 0 && (
        <ul class="cards">
          {list.data.products.map((product) => (
            <ProductCard key={product.id} product={product} level={2} />
          ))}
        </ul>
      )}
    </div>
  );
}
