/** Parts of small sites. */

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** Pages by path with or without their query; `HOST` in a text is the address of the site. */
export interface Site {
  readonly name: string;
  readonly pages: Readonly<Record<string, string | Answer>>;
  readonly sitemap?: string;
  /** Whether the sitemap is packed. */
  readonly isPacked?: true;
  readonly robots?: string;
  /** Expected, as `kind path`. */
  readonly found: readonly string[];
}

export const words = (name: string) =>
  `<h1>${name}</h1><p>About ${name}: ${Buffer.from(name.repeat(9)).toString('hex')}.</p>`;
/** A page whose title and text no other page has, unless its head says otherwise. */
export const page = (name: string, { head = `<title>${name}</title>`, lang = 'en', body = '' } = {}) =>
  `<!doctype html><html lang="${lang}"><head>${head}</head><body>${words(name)}${body}</body></html>`;
export const titled = (name: string, title: string, more = '') =>
  page(name, { head: `<title>${title}</title>${more}` });
export const links = (...hrefs: readonly string[]) =>
  hrefs.map((href) => `<a href="${href}">Go to ${href}</a>`).join(' ');
export const start = (...hrefs: readonly string[]) => page('Start', { body: links(...hrefs) });
export const moved = (to: string): Answer => ({ status: 301, headers: { Location: to }, body: '' });
export const canonical = (href: string, more = '') => `<link rel="canonical" href="${href}"${more}>`;
export const alternate = (language: string, href: string) =>
  `<link rel="alternate" hreflang="${language}" href="${href}">`;
export const listing = (...entries: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>`;
export const entry = (loc: string, more = '') => `<url><loc>HOST${loc}</loc>${more}</url>`;
export const robots = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`;
