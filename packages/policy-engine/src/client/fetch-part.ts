/**
 * An element of the HTML at an address, without ever handing text to the page as HTML: Trusted Types have nothing to object to.
 * A page of an error has no such element.
 */
export function fetchPart<Part extends Element>(url: string, selector: string): Promise<Part | null | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve(request.responseXML?.querySelector<Part>(selector)));
    request.send();
  });
}
