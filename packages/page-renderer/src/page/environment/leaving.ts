/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** What a page says of its answer with its meta tags when it goes on. */
export interface PageSaid {
  /** Its address, to which a `Location` may be relative. */
  readonly url: string;
  /** Its meta tags for the renderer in their order. */
  readonly metas: ReadonlyArray<readonly [name: string, content: string]>;
}

/**
 * Tells the renderer what the meta tags of a page say when it goes on to another document: afterwards nothing can be read, and
 * Chromium delivers no command to a page that navigates. So it is told by a dialog, which the browser reports at once and which nobody
 * sees. Runs in the world of the page, before its scripts.
 *
 * @param key begins the text of the dialog
 */
export function noteLeaving(key: string): void {
  if (window !== window.top || typeof navigation !== 'object') return;
  const { apply, get } = Reflect;
  const { stringify } = JSON;
  const tell = get(window, 'alert');
  const later = get(window, 'queueMicrotask');
  const select = get(Document.prototype, 'querySelectorAll');
  const attribute = get(Element.prototype, 'getAttribute');
  const valueOf = (meta: Element, name: string) => apply(attribute, meta, [name]) as string;
  const isOurs = /^\s*(?:render:(?:status_code|header)|prerender-(?:status-code|header))\s*$/i;
  let told = '';
  const report = () => {
    const metas: unknown[] = [];
    // Chromium cuts off longer texts of dialogs.
    let left = 8_000;
    for (const meta of apply(select, document, ['meta[name][content]']) as NodeListOf<Element>) {
      const [name, content] = [valueOf(meta, 'name'), valueOf(meta, 'content')];
      if (!isOurs.test(name) || content.length > left) continue;
      left -= name.length + content.length + 10;
      metas.push([name, content]);
    }
    const text = key + stringify({ url: document.URL, metas });
    if (metas.length === 0 || text === told) return;
    told = text;
    apply(tell, window, [text]);
  };
  navigation.addEventListener('navigate', ({ destination, downloadRequest }) => {
    if (destination.sameDocument || downloadRequest !== null) return;
    report();
    // A script may first go on, and then say why.
    apply(later, window, [report]);
  });
}
