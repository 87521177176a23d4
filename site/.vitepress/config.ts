/** The site, built by VitePress from what `build.ts` has prepared. */
import { defineConfig, type DefaultTheme } from 'vitepress';
import { anchors } from '../anchors.ts';
import { CONTENTS, type Part } from '../contents.ts';
import { addressOf, makeSite, type Page } from '../pages.ts';
import { SEARCH } from '../search.ts';

const { pages } = makeSite();
const byFile = new Map(pages.map((page) => [page.file, page]));
const linkTo = (page: Page): DefaultTheme.SidebarItem => ({ text: page.title, link: addressOf(page.file) });

function partOf(product: string, { name, pages: own = [], folder }: Part): DefaultTheme.SidebarItem {
  if (folder !== undefined) {
    const inside = pages.filter(({ file }) => file.startsWith(`${product}/${folder}/`));
    return { text: name, collapsed: true, items: inside.map(linkTo) };
  }
  const items = own.map((one) => {
    const page = byFile.get(`${product}/${one}.md`);
    if (page === undefined) throw new Error(`contents.ts names a page that does not exist: ${product}/${one}`);
    return one === 'index' ? { ...linkTo(page), text: 'What it is' } : linkTo(page);
  });
  return { text: name, items };
}

const sidebarOf = (product: string) => (CONTENTS[product] ?? []).map((part) => partOf(product, part));
const overview = Object.keys(CONTENTS).flatMap((product) => {
  const [first] = sidebarOf(product);
  return first === undefined ? [] : [first];
});
const url = process.env['SITE_URL'];

export default defineConfig({
  srcDir: 'dist/content',
  outDir: 'dist/web',
  cacheDir: 'dist/cache',
  lang: 'en',
  title: 'policy-engine and page-renderer',
  description: 'Privacy compliance and page rendering for Node web applications',
  cleanUrls: true,
  metaChunk: true,
  ...(url !== undefined && { sitemap: { hostname: url } }),
  markdown: {
    // The documents contain no HTML, and names such as app.ts are no addresses.
    html: false,
    linkify: false,
    anchor: { slugify: anchors.slugify },
    // Braces in headings are parts of addresses.
    attrs: { disable: true },
  },
  transformPageData(data) {
    const page = byFile.get(data.filePath);
    if (page === undefined) return;
    const name = page.file === 'index.md' ? page.title : `${page.title} · ${page.product || 'Repository'}`;
    return { title: page.title, titleTemplate: name, description: page.description };
  },
  transformHead({ pageData }) {
    if (!byFile.has(pageData.filePath)) return;
    const address = addressOf(pageData.filePath);
    const markdown = `${address.endsWith('/') ? `${address}index` : address}.md`;
    return [
      ['link', { rel: 'alternate', type: 'text/markdown', href: markdown }],
      ...(url === undefined ? [] : ([['link', { rel: 'canonical', href: new URL(address, url).href }]] as const)),
    ] as never;
  },
  themeConfig: {
    siteTitle: 'Documentation',
    nav: Object.keys(CONTENTS).map((product) => ({
      text: product,
      link: `/${product}/`,
      activeMatch: `^/${product}/`,
    })),
    sidebar: {
      ...Object.fromEntries(Object.keys(CONTENTS).map((product) => [`/${product}/`, sidebarOf(product)])),
      '/': overview,
    },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: SEARCH,
        // A result names the product: each has a quick start.
        _render(source, env, markdown) {
          const page = byFile.get(env.relativePath);
          const html = markdown.render(source, env);
          return page?.product ? html.replace(/<h1([^>]*)>/, `<h1$1>${page.product}: `) : html;
        },
      },
    },
  },
});
