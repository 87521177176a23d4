import { useEffect } from 'preact/hooks';

/** The metadata of a page for search engines and link previews. */
export interface PageHead {
  readonly title: string;
  readonly description?: string | undefined;
  /** Path of the page's canonical address. */
  readonly canonical?: string | undefined;
  /** Path of the picture for link previews. */
  readonly picture?: string | undefined;
  /** The status that a renderer should answer with, if it is not 200. */
  readonly status?: number | undefined;
  /** Structured data (schema.org). */
  readonly data?: object | undefined;
}

const NAME = 'Northlight';

function element(tag: 'meta' | 'link' | 'script', attributes: Record<string, string>, text = ''): HTMLElement {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  return node;
}

const og = (name: string, content: string) => element('meta', { property: `og:${name}`, content });

function elements({ title, description, canonical, picture, status, data }: PageHead): HTMLElement[] {
  const nodes = [og('title', title), og('type', 'website')];
  if (description) nodes.push(og('description', description));
  if (canonical) {
    const href = new URL(canonical, location.origin).href;
    nodes.push(element('link', { rel: 'canonical', href }), og('url', href));
  }
  if (picture) nodes.push(og('image', new URL(picture, location.origin).href));
  if (status) nodes.push(element('meta', { name: 'render:status_code', content: String(status) }));
  if (data) nodes.push(element('script', { type: 'application/ld+json' }, JSON.stringify(data)));
  return nodes;
}

/** Writes the page's head and removes that of the previous page. `undefined` while the page is not known yet. */
export function useHead(head: PageHead | undefined): void {
  const written = JSON.stringify(head);
  useEffect(() => {
    if (!head) return undefined;
    document.title = head.title === NAME ? NAME : `${head.title} · ${NAME}`;
    const description = document.querySelector('meta[name=description]');
    const before = description?.getAttribute('content') ?? '';
    if (head.description) description?.setAttribute('content', head.description);
    const nodes = elements(head);
    document.head.append(...nodes);
    return () => {
      description?.setAttribute('content', before);
      for (const node of nodes) node.remove();
    };
    // Heads are compared by their content: pages create a new object for each render.
  }, [written]);
}
