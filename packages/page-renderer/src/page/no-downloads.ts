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
}
