/** Sites whose titles are close to being the same. */
import { canonical, links, page, robots, type Site, start, titled } from './near-pages.ts';

const both = (title: string, first = '', second = '') => ({
  '/': start('/a', '/b'),
  '/a': titled('a', title, first),
  '/b': titled('b', title, second),
});
const DUPLICATES = ['duplicate-titles /a', 'duplicate-titles /b'];

/** See the head of the file. */
export const TITLES: readonly Site[] = [
  { name: 'titles of one text', pages: both('Lamps'), found: DUPLICATES },
  {
    name: 'titles that differ in case, white space, entities and characters that are not shown',
    pages: {
      '/': start('/a', '/b', '/c', '/d'),
      '/a': titled('a', 'Lamps &amp; chairs'),
      '/b': titled('b', '  LAMPS&nbsp;&#38; \n chairs '),
      '/c': titled('c', 'Lam\u00ADps &amp; chai\u200Brs'),
      '/d': titled('d', 'Ｌamps &amp; chairs'),
    },
    found: ['a', 'b', 'c', 'd'].map((one) => `duplicate-titles /${one}`),
  },
  {
    name: 'a page that one search engine may not index',
    pages: both('Lamps', robots('noindex', 'Yandex')),
    found: [...DUPLICATES, 'robots-against-status /a'],
  },
  {
    name: 'a title of one page that may not be indexed',
    pages: both('Lamps', robots('none')),
    found: ['robots-against-status /a'],
  },
  {
    name: 'a page that could be indexed until yesterday',
    pages: both('Lamps', robots('unavailable_after: Wed, 01 Jan 2020 10:00:00 GMT')),
    found: ['robots-against-status /a'],
  },
  {
    name: 'a page that may be indexed for a long time, and has no previews of pictures',
    pages: both('Lamps', robots('unavailable_after: 2090-01-01, max-image-preview: none')),
    found: DUPLICATES,
  },
  {
    name: 'a header that forbids one robot, beside rules for another',
    pages: {
      ...both('Lamps'),
      '/a': {
        headers: { 'X-Robots-Tag': 'googlebot: nofollow, otherbot: noindex, nofollow' },
        body: titled('a', 'Lamps'),
      },
    },
    found: DUPLICATES,
  },
  {
    name: 'the pages of one list',
    pages: {
      '/': start('/list', '/more/page/2/'),
      '/list': page('list 1', { head: '<title>List</title>', body: links('?page=2', '?sort=a&page=2') }),
      '/list?page=2': page('list 2', { head: '<title>List</title>', body: links('?page=3') }),
      '/list?page=3': titled('list 3', 'List'),
      '/list?sort=a&page=2': titled('list sorted 2', 'Sorted'),
      '/more/page/2/': page('more 2', { head: '<title>More</title>', body: links('/more/', '/more/page/3/') }),
      '/more/page/3/': titled('more 3', 'More'),
      '/more/': titled('more 1', 'More'),
    },
    found: [],
  },
  {
    name: 'pages of things with numbers, which are no list',
    pages: { '/': start('/page/1', '/page/2'), '/page/1': titled('one', 'Lamps'), '/page/2': titled('two', 'Lamps') },
    found: ['duplicate-titles /page/1', 'duplicate-titles /page/2'],
  },
  {
    name: 'the first page of a list, which has a second address',
    pages: {
      '/': start('/list', '/list?page=1'),
      '/list': titled('list 1', 'List'),
      '/list?page=1': titled('list 1b', 'List'),
    },
    found: ['duplicate-titles /list', 'duplicate-titles /list?page=1'],
  },
  {
    name: 'the pages of lists that generators number in other ways, and things with a heading of their own',
    pages: {
      '/': start('/shop', '/de/lampen', '/posts/', '/blog', '/lamps'),
      '/shop': page('shop 1', { head: '<title>Shop</title>', body: links('?p=2', '?currentPage=3') }),
      '/shop?p=2': titled('shop 2', 'Shop'),
      '/shop?currentPage=3': titled('shop 3', 'Shop'),
      '/de/lampen': page('lampen 1', { head: '<title>Lampen</title>', body: links('/de/lampen/seite2') }),
      '/de/lampen/seite2': titled('lampen 2', 'Lampen'),
      '/posts/': page('Posts', { head: '<title>All posts</title>', body: links('/posts/1/', '/posts/2/') }),
      '/posts/1/': titled('Posts, 2', 'All posts'),
      '/posts/2/': titled('Posts, 3', 'All posts'),
      '/blog': page('The blog', { head: '<title>Blog</title>', body: links('/blog/2') }),
      '/blog/2': titled('The blog – page 2', 'Blog'),
      '/lamps': page('Lamps', { head: '<title>Our lamps</title>', body: links('/lamps/8') }),
      '/lamps/8': titled('Floor lamp Oslo', 'Our lamps'),
    },
    found: ['duplicate-titles /lamps', 'duplicate-titles /lamps/8'],
  },
  {
    name: 'parameters in another order, and a slash at the end, without a canonical address',
    pages: {
      '/': start('/l?a=1&b=2', '/l?b=2&a=1', '/m', '/m/'),
      '/l': titled('l', 'One list'),
      '/m': titled('m', 'Other'),
      '/m/': titled('m2', 'Other'),
    },
    found: ['/l?a=1&b=2', '/l?b=2&a=1', '/m', '/m/'].map((one) => `duplicate-titles ${one}`),
  },
  {
    name: 'one address in several spellings',
    pages: {
      '/': start('/caf%c3%a9', '/caf%C3%A9', '/café', '/%7Eanna', '/~anna'),
      '/caf%C3%A9': titled('cafe', 'Coffee', canonical('/caf%c3%a9')),
      '/~anna': titled('anna', 'Anna'),
    },
    found: [],
  },
  {
    name: 'titles of drawings, of templates, and in scripts',
    pages: {
      '/': start('/a'),
      '/a': page('a', {
        body: '<svg><title>Lamps</title></svg><template><title>B</title></template><script type="text/x">"<title>"</script><textarea><title>C</title></textarea>',
      }),
    },
    found: [],
  },
];
