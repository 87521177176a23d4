/// <reference lib="dom" />

/**
 * Prevents downloads by links. A browser that downloads several files at once does not let the requests be judged. Runs in the
 * world of a page or a frame, before its scripts.
 */
export function withoutDownloads(): void {
  const { navigation } = globalThis as unknown as { navigation?: EventTarget };
  const { preventDefault: prevent } = Event.prototype as unknown as { preventDefault: () => void };
  const { apply } = Reflect;
  navigation?.addEventListener('navigate', (event) => {
    const { downloadRequest } = event as Event & { downloadRequest?: string | null };
    if (typeof downloadRequest === 'string') apply(prevent, event, []);
  });
  if (!navigation) return;
  // The first, empty document of a frame and a document of an opaque origin have no entry, and do not report navigations.
  // Links outside of its document, in a shadow tree or with clicks that can't be cancelled are not found here.
  const { get: entry } = (Object.getOwnPropertyDescriptor(Object.getPrototypeOf(navigation), 'currentEntry') ?? {}) as {
    get?: () => unknown;
  };
  const { composedPath } = Event.prototype as unknown as { composedPath: () => EventTarget[] };
  const { hasAttribute } = Element.prototype as unknown as { hasAttribute: (name: string) => boolean };
  const isDownload = (target: EventTarget) => {
    try {
      return apply(hasAttribute, target, ['download']);
    } catch {
      // Not an element.
      return false;
    }
  };
  globalThis.addEventListener(
    'click',
    (event) => {
      if (!entry || apply(entry, navigation, []) !== null) return;
      const path = apply(composedPath, event, []);
      for (let index = 0; index < path.length; index += 1) if (isDownload(path[index]!)) apply(prevent, event, []);
    },
    true,
  );
}
