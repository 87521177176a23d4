import { readFileSync } from 'node:fs';

/** A category of products. */
export interface Category {
  readonly id: string;
  readonly name: string;
  /** One sentence, shown above the category's products. */
  readonly summary: string;
}

/** A product, as the API sends it. */
export interface Product {
  /** A number as text; part of the address, so it never changes. */
  readonly id: string;
  readonly name: string;
  /** Id of its category. */
  readonly category: string;
  /** In cents of {@link currency}. */
  readonly price: number;
  readonly currency: 'EUR';
  /** Number of pieces in stock; 0 is sold out. */
  readonly stock: number;
  /** One sentence, for cards and search results. */
  readonly summary: string;
  readonly description: readonly string[];
  readonly details: readonly { readonly label: string; readonly value: string }[];
  /** Paths on this site; the first one represents the product. */
  readonly pictures: readonly { readonly src: string; readonly alt: string }[];
}

/** The categories. */
export const categories: readonly Category[] = [
  { id: 'lighting', name: 'Lighting', summary: 'Lamps that make a corner of the evening.' },
  { id: 'tableware', name: 'Tableware', summary: 'Stoneware and glass for every day, not for the cupboard.' },
  { id: 'plants', name: 'Pots & plants', summary: 'Homes for green things, and the tools to keep them so.' },
  { id: 'textiles', name: 'Textiles', summary: 'Linen and wool that get better with washing.' },
];

const VIEWS = ['front', 'room', 'detail'];

function productOf(line: string): Product {
  const product = JSON.parse(line) as Omit<Product, 'currency' | 'pictures'> & { readonly pictures: string[] };
  const pictures = product.pictures.map((alt, index) => ({ src: `/pictures/${product.id}-${VIEWS[index]}.svg`, alt }));
  return { ...product, currency: 'EUR', pictures };
}

/** The products: `products.jsonl` has one in each line, with the descriptions of its pictures. */
export const products: readonly Product[] = readFileSync(new URL('../../products.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(productOf);

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const searchable = new Map(
  products.map(({ id, name, summary, category, details }) => {
    const categoryName = categories.find((one) => one.id === category)?.name ?? '';
    return [id, plain([name, summary, categoryName, ...details.map(({ value }) => value)].join(' '))];
  }),
);

/**
 * The products of a category, or of all, in the shop's own order. With a query, those with all of its words in the name, the
 * summary, the category or the details, regardless of case and accents.
 */
export function findProducts({
  category,
  query = '',
}: {
  readonly category?: string | undefined;
  readonly query?: string | undefined;
}): Product[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return products.filter(
    (product) =>
      (!category || product.category === category) && words.every((word) => searchable.get(product.id)?.includes(word)),
  );
}

/** The product with an id. */
export function findProduct(id: string): Product | undefined {
  return products.find((product) => product.id === id);
}

/** A price in cents as people write it. */
export const price = (cents: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(cents / 100);

/** Four other products: first those of the same category, then those that follow in the list. */
export function relatedTo(product: Product): Product[] {
  const start = products.indexOf(product);
  const others = [...products.slice(start + 1), ...products.slice(0, start)];
  const isSame = ({ category }: Product): boolean => category === product.category;
  return [...others.filter(isSame), ...others.filter((other) => !isSame(other))].slice(0, 4);
}
