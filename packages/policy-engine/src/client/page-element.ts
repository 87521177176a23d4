/** `HTMLElement`; on a server, where there is none, something that can be extended, so that importing is safe there. */
export const PageElement: typeof HTMLElement =
  (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ?? (function () {} as unknown as typeof HTMLElement);
