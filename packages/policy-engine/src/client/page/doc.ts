/**
 * The document, read past what the page has named like its members: in a page with `<form name="body">`, `document.body` is that form.
 * For members that are read and methods that are called; what takes a node gets `document`.
 */
export const doc: Document = new Proxy({} as Document, {
  get(_, name) {
    const value: unknown = Reflect.get(Document.prototype, name, document);
    return typeof value === 'function' ? value.bind(document) : value;
  },
});
