import { products } from './products.ts';

/** A category of products. */
export type CategoryId = 'lighting' | 'tableware' | 'plants' | 'textiles';

export interface Category {
  readonly id: CategoryId;
  readonly name: string;
  /** One sentence, shown above the category's products. */
  readonly summary: string;
}

export interface Picture {
  /** Path on this site. */
  readonly src: string;
  readonly alt: string;
}

export interface Product {
  /** A number as text; part of the address, so it never changes. */
  readonly id: string;
  readonly name: string;
  readonly category: CategoryId;
  /** In cents of {@link currency}. */
  readonly price: number;
  readonly currency: 'EUR';
  /** Number of pieces in stock; 0 is sold out. */
  readonly stock: number;
  /** One sentence, for cards and search results. */
  readonly summary: string;
  readonly description: readonly string[];
  readonly details: readonly { readonly label: string; readonly value: string }[];
  /** The first one represents the product. */
  readonly pictures: readonly [Picture, ...Picture[]];
}

export const categories: readonly Category[] = [
  { id: 'lighting', name: 'Lighting', summary: 'Lamps that make a corner of the evening.' },
  { id: 'tableware', name: 'Tableware', summary: 'Stoneware and glass for every day, not for the cupboard.' },
  { id: 'plants', name: 'Pots & plants', summary: 'Homes for green things, and the tools to keep them so.' },
  { id: 'textiles', name: 'Textiles', summary: 'Linen and wool that get better with washing.' },
];

/** Filters for a list of products. */
export interface Filter {
  readonly category?: string | undefined;
  /** Words that must all occur in the name, the summary, the category or the details, regardless of case and accents. */
  readonly query?: string | undefined;
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const searchable = new Map(
  products.map((product) => {
    const category = categories.find(({ id }) => id === product.category)?.name ?? '';
    const details = product.details.map(({ value }) => value);
    return [product.id, plain([product.name, product.summary, category, ...details].join(' '))];
  }),
);

/** The products that match a filter, in the shop's own order. */
export function findProducts({ category, query = '' }: Filter): Product[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return products.filter(
    (product) =>
      (!category || product.category === category) && words.every((word) => searchable.get(product.id)?.includes(word)),
  );
}

export function findProduct(id: string): Product | undefined {
  return products.find((product) => product.id === id);
}

/** Four other products: first those of the same category, then those that follow in the list. */
export function relatedTo(product: Product): Product[] {
  const start = products.indexOf(product);
  const others = [...products.slice(start + 1), ...products.slice(0, start)];
  const isSame = ({ category }: Product): boolean => category === product.category;
  return [...others.filter(isSame), ...others.filter((other) => !isSame(other))].slice(0, 4);
}
