/** What an inspection reads in the HTML of a page: structured data, cards and links. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { derive } from '../../dist/formats/derive.js';
import type { InspectedHtml } from '../../dist/formats/inspected.js';
import { RICH_RESULTS } from '../../dist/formats/rich-results.js';

const read = (html: string) => JSON.parse(derive(html, 'https://shop.example/a', 'inspected')) as InspectedHtml;
const jsonLd = (...blocks: unknown[]) =>
  blocks.map((block) => `<script type="application/ld+json">${JSON.stringify(block)}</script>`).join('');
const itemsOf = (html: string) =>
  read(html).data.items.map(({ types, richResult }) => [types.join(), richResult?.missing.join() ?? null]);

describe('structured data:', () => {
  const price = { '@type': 'Offer', price: 9, priceCurrency: 'EUR' };
  for (const [name, html, expected] of [
    ['a whole product', jsonLd({ '@type': 'Product', name: 'Dune', offers: price }), [['Product', '']]],
    ['a type as an address', jsonLd({ '@type': 'https://schema.org/Movie', name: 'A', image: '/a' }), [['Movie', '']]],
    [
      'a product without what can be rated or bought',
      jsonLd({ '@type': 'Product', name: 'Dune' }),
      [['Product', 'review|aggregateRating|offers']],
    ],
    [
      'an offer without a price',
      jsonLd({ '@type': 'Product', name: 'A', offers: [price, {}] }),
      [['Product', 'offers.price|priceSpecification|lowPrice']],
    ],
    ['empty values', jsonLd({ '@type': 'Recipe', name: '', image: [null] }), [['Recipe', 'image,name']]],
    [
      'a graph whose things refer to each other',
      jsonLd({
        '@graph': [
          { '@type': 'Product', name: 'A', offers: { '@id': '#o' } },
          { '@id': '#o', ...price },
        ],
      }),
      [
        ['Product', ''],
        ['Offer', null],
      ],
    ],
    [
      'what a page is about',
      jsonLd({ '@type': 'WebPage', mainEntity: { '@type': 'Event', name: 'A', startDate: '2026' } }),
      [
        ['WebPage', null],
        ['Event', 'location'],
      ],
    ],
    [
      'the parts of a whole, which are none of their own',
      jsonLd({ '@type': 'QAPage', mainEntity: { '@type': 'Question', name: 'A', answerCount: 1, acceptedAnswer: {} } }),
      [['QAPage', '']],
    ],
    [
      'breadcrumbs, each with a name',
      jsonLd({ '@type': 'BreadcrumbList', itemListElement: [{ position: 1, item: { name: 'A' } }, { position: 2 }] }),
      [['BreadcrumbList', 'itemListElement.name|item.name']],
    ],
    [
      'several blocks, and a list',
      jsonLd([{ '@type': 'Thing' }], { '@type': ['Store', 'Thing'], name: 'A', address: 'B' }),
      [
        ['Thing', null],
        ['Store,Thing', ''],
      ],
    ],
    [
      'microdata with a thing in a thing',
      `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Dune</b><p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="9"></p></div>`,
      [['Product', '']],
    ],
    ['what has no type', `${jsonLd({ name: 'A' }, 5)}<p itemscope><b itemprop="name">A</b></p>`, []],
  ] as const) {
    test(name, () => assert.deepEqual(itemsOf(html), expected));
  }

  test('what does not parse is named by its block and place', () => {
    const html = `${jsonLd({ '@type': 'Thing' })}<script type="application/ld+json">{ "@type": "Product", }</script><script type="application/ld+json"></script>`;
    const { unread, count } = read(html).data;
    assert.equal(count, 1);
    assert.deepEqual(
      unread.map(({ block, what }) => [block, what]),
      [
        [2, 'expected a name in double quotes, perhaps after a comma too many in line 1, column 23'],
        [3, 'it is empty'],
      ],
    );
  });

  test('values are short, of a thing its type and name, and the lists are limited', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      '@type': 'Thing',
      name: `n${index}`,
      text: 'x'.repeat(9_000),
    }));
    const { items, count } = read(jsonLd(many, { '@type': 'Product', brand: { '@type': 'Brand', name: 'Halo' } })).data;
    assert.deepEqual([items.length, count], [100, 301]);
    assert.equal(items[0]?.fields[1]?.value.length, 201);
    const [product] = read(jsonLd({ '@type': 'Product', brand: { '@type': 'Brand', name: 'Halo' } })).data.items;
    assert.deepEqual(product?.fields, [{ name: 'brand', value: 'Brand: Halo' }]);
    assert.match(product?.richResult?.page ?? '', /^https:\/\/developers\.google\.com\/.+\/product-snippet$/);
  });

  test('things in one another end somewhere, in JSON-LD and in microdata', () => {
    let nested: unknown = { '@type': 'Thing' };
    for (let depth = 0; depth < 400; depth += 1) nested = { '@type': 'WebPage', mainEntity: nested };
    const { items } = read(
      jsonLd(nested) +
        '<p itemscope itemtype="Thing" itemprop="part">'.replace(' itemprop="part"', '') +
        '<b itemscope itemprop="part">'.repeat(400),
    ).data;
    assert.ok(items.length > 1 && items.length < 30, String(items.length));
  });

  test('every type has rules that can be fulfilled', () => {
    for (const [type, { required, within = {} }] of RICH_RESULTS) {
      const whole: Record<string, unknown> = { '@type': type };
      for (const names of required) whole[names.split('|')[0] ?? ''] = 'x';
      for (const [name, names] of Object.entries(within)) {
        whole[name] = Object.fromEntries(names.map((one) => [one.split('|')[0], 'x']));
      }
      assert.deepEqual(itemsOf(jsonLd(whole)), [[type, '']], type);
    }
  });
});

test('cards: fields with what replaces them, and what is wrong with them', () => {
  const { cards } = read(`<meta property="og:title" content="Dune"><meta property="og:image" content="/dune.jpg">
    <meta name="OG:URL" content=" https://shop.example/a "><meta name="twitter:title" content="Lamp"><meta name="og:locale" content="en"><meta name="viewport" content="x">`);
  const row = ({ name, value, from, problem }: (typeof cards.openGraph)[number]) => [name, value, from, problem];
  assert.deepEqual(cards.openGraph.slice(0, 4).map(row), [
    ['og:title', 'Dune', 'og:title', null],
    ['og:type', null, null, 'Open Graph requires it'],
    ['og:image', '/dune.jpg', 'og:image', 'it is not an absolute address'],
    ['og:url', 'https://shop.example/a', 'og:url', null],
  ]);
  assert.deepEqual(cards.twitter.map(row), [
    ['twitter:card', null, null, null],
    ['twitter:title', 'Lamp', 'twitter:title', null],
    ['twitter:description', null, null, null],
    ['twitter:image', '/dune.jpg', 'og:image', 'it is not an absolute address'],
  ]);
  assert.deepEqual(cards.others, [{ name: 'og:locale', value: 'en' }]);
});
