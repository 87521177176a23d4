/**
 * Fetches an element from the HTML at a path, without passing text to the page as HTML, so that it works under Trusted Types.
 * An error page has no such element.
 */
export function fetchPart<Part extends Element>(url: string, selector: string): Promise<Part | null | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.origin + url);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve(request.responseXML?.querySelector<Part>(selector)));
    request.send();
  });
}
