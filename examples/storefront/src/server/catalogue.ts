import { products } from './products.ts';

/** A part of the range. */
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
  /** A number in text form; part of the address, so it never changes. */
  readonly id: string;
  readonly name: string;
  readonly category: CategoryId;
  /** In cents of {@link currency}. */
  readonly price: number;
  readonly currency: 'EUR';
  /** Pieces that can be sent at once; 0 is sold out. */
  readonly stock: number;
  /** One sentence, for cards and search results. */
  readonly summary: string;
  readonly description: readonly string[];
  readonly details: readonly { readonly label: string; readonly value: string }[];
  /** The first one stands for the product. */
  readonly pictures: readonly [Picture, ...Picture[]];
}

export const categories: readonly Category[] = [
  { id: 'lighting', name: 'Lighting', summary: 'Lamps that make a corner of the evening.' },
  { id: 'tableware', name: 'Tableware', summary: 'Stoneware and glass for every day, not for the cupboard.' },
  { id: 'plants', name: 'Pots & plants', summary: 'Homes for green things, and the tools to keep them so.' },
  { id: 'textiles', name: 'Textiles', summary: 'Linen and wool that get better with washing.' },
];

/** What a list of products can be narrowed by. */
export interface Filter {
  readonly category?: string | undefined;
  /** Words that all have to occur in the name, the summary, the category or the details; case and accents don't count. */
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

/** Products in the shop's own order, narrowed. */
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

/** Four others: first of the same category, then what follows in the range. */
export function relatedTo(product: Product): Product[] {
  const start = products.indexOf(product);
  const others = [...products.slice(start + 1), ...products.slice(0, start)];
  const isSame = ({ category }: Product): boolean => category === product.category;
  return [...others.filter(isSame), ...others.filter((other) => !isSame(other))].slice(0, 4);
}
