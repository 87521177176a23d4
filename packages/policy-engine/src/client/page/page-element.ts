/** `HTMLElement`; on a server, which has none, a class that can be extended, so that importing is safe. */
export const PageElement: typeof HTMLElement =
  (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ?? (function () {} as unknown as typeof HTMLElement);
