/** Reads members of an object past what the page has named like them. @param of it, which a server does not have */
const past = <Shown extends object>(of: () => Shown): Shown =>
  new Proxy({} as Shown, {
    get(_, name) {
      const value: unknown = Reflect.get(Object.getPrototypeOf(of()) as object, name, of());
      return typeof value === 'function' ? value.bind(of()) : value;
    },
  });

/**
 * The document, read past what the page has named like its members: in a page with `<form name="body">`, `document.body` is that form.
 * For members that are read and methods that are called; what takes a node gets `document`.
 */
export const doc: Document = past(() => document);

/** The same for an element, which may be a form: `<input name="matches">` in it hides its method. */
export const plain = (element: Element): Element =>
  element instanceof HTMLFormElement ? past(() => element) : element;
