/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** What the document says of itself, with its HTML. */
export interface Snapshot {
  html: string;
  /** Content of the first `<meta name="render:status_code">`, if there is one. */
  statusMeta: string | null;
}

/**
 * Serialises the document without its scripts. Runs inside the page, in a world of its own where the page's scripts
 * have changed nothing; it therefore uses nothing from outside this function. The document itself is left as it is:
 * the work is done on a copy in a document without a window, in which custom elements don't come alive.
 */
export function snapshotDocument(): Snapshot {
  const EXECUTABLE =
    /^(?:module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:1\.[0-5])?)$/i;

  const isExecutable = (script: Element) => {
    const type = script.getAttribute('type');
    return type === null || type.trim() === '' || EXECUTABLE.test((type.split(';')[0] ?? '').trim());
  };
  const loadsScript = (link: Element) => {
    const rel = ` ${(link.getAttribute('rel') ?? '').toLowerCase()} `;
    if (rel.includes(' import ') || rel.includes(' modulepreload ')) return true;
    return rel.includes(' preload ') && link.getAttribute('as')?.toLowerCase() === 'script';
  };

  /** Relative URLs must lead where they lead now, however the document is served. */
  const pinBase = (copy: Document) => {
    const base = copy.querySelector('base[href]');
    if (base) {
      base.setAttribute('href', document.baseURI);
    } else if (copy.head) {
      const added = copy.createElement('base');
      added.setAttribute('href', document.baseURI);
      copy.head.prepend(added);
    }
  };

  const copy = document.implementation.createHTMLDocument('');
  copy.replaceChild(copy.importNode(document.documentElement, true), copy.documentElement);
  for (const script of copy.querySelectorAll('script')) if (isExecutable(script)) script.remove();
  for (const link of copy.querySelectorAll('link[rel]')) if (loadsScript(link)) link.remove();
  pinBase(copy);
  const doctype = document.doctype ? `${new XMLSerializer().serializeToString(document.doctype)}\n` : '';
  const statusMeta = document.querySelector('meta[name="render:status_code" i]')?.getAttribute('content') ?? null;
  return { html: doctype + copy.documentElement.outerHTML, statusMeta };
}
