/** What an inspection reads in the HTML of a page: structured data, cards and links. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InspectedHtml } from '../../dist/formats/inspected.js';
import { inspectedOf } from '../../dist/formats/inspected.js';
import { RICH_RESULTS } from '../../dist/formats/rich-results.js';

const read = (html: string): Promise<InspectedHtml> => inspectedOf(html, 'https://shop.example/a');
const jsonLd = (...blocks: unknown[]) =>
  blocks.map((block) => `<script type="application/ld+json">${JSON.stringify(block)}</script>`).join('');
const itemsOf = async (html: string) =>
  (await read(html)).data.items.map(({ types, richResult }) => [types.join(), richResult?.missing.join() ?? null]);

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
    [
      'RDFa with a thing in a thing',
      `<div vocab="https://schema.org/" typeof="Product"><b property="name">Dune</b><p property="offers" typeof="Offer"><meta property="price" content="9"></p></div>`,
      [['Product', '']],
    ],
    [
      'RDFa with a prefix, two types, and what refers to another thing of the page',
      `<div prefix="s: http://schema.org/"><div typeof="s:Event"><b property="s:name">A</b><meta property="s:startDate" content="2027-01-01"><a property="s:location" href="#there">B</a></div>
      <div resource="#there" typeof="s:Place s:Thing"><b property="s:name">B</b></div></div>`,
      [['Event', 'location.address|url']],
    ],
    [
      'RDFa whose things are parts of each other',
      `<div vocab="https://schema.org/"><p resource="#a" typeof="Person"><a property="knows" href="#b"></a></p><p resource="#b" typeof="Person"><a property="knows" href="#a"></a></p></div>`,
      [['Person', null]],
    ],
    ['tags for cards, which are RDFa without a type', '<meta property="og:type" content="article">', []],
    ['what has no type', `${jsonLd({ name: 'A' }, 5)}<p itemscope><b itemprop="name">A</b></p>`, []],
  ] as const) {
    test(name, async () => assert.deepEqual(await itemsOf(html), expected));
  }

  test('what does not parse is named by its block and place', async () => {
    const html = `${jsonLd({ '@type': 'Thing' })}<script type="application/ld+json">{ "@type": "Product", }</script><script type="application/ld+json"></script>`;
    const { unread, count } = (await read(html)).data;
    assert.equal(count, 1);
    assert.deepEqual(
      unread.map(({ block, what }) => [block, what]),
      [
        [2, 'expected a name in double quotes, perhaps after a comma too many in line 1, column 23'],
        [3, 'it is empty'],
      ],
    );
  });

  test('values are short, of a thing its type and name, and the lists are limited', async () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      '@type': 'Thing',
      name: `n${index}`,
      text: 'x'.repeat(9_000),
    }));
    const { items, count } = (
      await read(jsonLd(many, { '@type': 'Product', brand: { '@type': 'Brand', name: 'Halo' } }))
    ).data;
    assert.deepEqual([items.length, count], [100, 301]);
    assert.equal(items[0]?.fields[1]?.value.length, 201);
    const [product] = (await read(jsonLd({ '@type': 'Product', brand: { '@type': 'Brand', name: 'Halo' } }))).data
      .items;
    assert.deepEqual(product?.fields, [{ name: 'brand', value: 'Brand: Halo' }]);
    assert.match(product?.richResult?.page ?? '', /^https:\/\/developers\.google\.com\/.+\/product-snippet$/);
  });

  test('things in one another end somewhere, in JSON-LD and in microdata', async () => {
    let nested: unknown = { '@type': 'Thing' };
    for (let depth = 0; depth < 400; depth += 1) nested = { '@type': 'WebPage', mainEntity: nested };
    const parts = '<p itemscope itemtype="Thing">' + '<b itemscope itemprop="part">'.repeat(400);
    const { items } = (await read(jsonLd(nested) + parts)).data;
    assert.ok(items.length > 1 && items.length < 30, String(items.length));
  });

  test('RDFa that nobody should write is read as far as it goes', async () => {
    const hostile = `<div vocab="https://schema.org/" prefix="x: :: y" typeof="Product [bad: ">${'<i typeof="Thing" property="http://[/ name" resource="http://[">x'.repeat(500)}`;
    const many = `<html><body>${'<i vocab="https://schema.org/" typeof="Thing"><b property="name">x</b></i>'.repeat(9_000)}`;
    const odd = await read(hostile);
    const full = await read(many);
    assert.deepEqual([odd.data.items[0]?.types, full.data.items.length], [['Product'], 100]);
  });

  test('every type has rules that can be fulfilled', async () => {
    for (const [type, { required, within = {} }] of RICH_RESULTS) {
      const whole: Record<string, unknown> = { '@type': type };
      for (const names of required) whole[names.split('|')[0] ?? ''] = 'x';
      for (const [name, names] of Object.entries(within)) {
        whole[name] = Object.fromEntries(names.map((one) => [one.split('|')[0], 'x']));
      }
      assert.deepEqual(await itemsOf(jsonLd(whole)), [[type, '']], type);
    }
  });
});

test('cards: fields with what replaces them, and what is wrong with them', async () => {
  const { cards } = await read(`<meta property="og:title" content="Dune"><meta property="og:image" content="/dune.jpg">
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
