/** A client that uses the shop by JSON or forms, with the cookies that a browser would keep. */
export interface Client {
  readonly cookies: ReadonlyMap<string, string>;
  /** Requests JSON, and sends `body` as JSON. */
  json(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends a form as a page of the shop would; redirects are not followed. */
  form(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  /** Opens a page. */
  page(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** The response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON. */
  readonly body: unknown;
}

/** A new visitor of the shop at this address. */
export function client(shop: string): Client {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(shop + path, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  };
  return {
    cookies,
    json: (method, path, body) =>
      send(path, {
        method,
        headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    form: (path, fields, headers = {}) =>
      send(path, { method: 'POST', headers: { origin: shop, ...headers }, body: new URLSearchParams(fields) }),
    page: (path, headers = {}) => send(path, { headers: { accept: 'text/html', ...headers } }),
  };
}

/** Stores or deletes a cookie; one for another domain is ignored, as browsers do. */
function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const name = pair.slice(0, pair.indexOf('='));
  const has = (pattern: RegExp) => attributes.some((attribute) => pattern.test(attribute));
  if (has(/^domain=/i)) return;
  if (has(/^max-age=0$/i) || has(/^expires=Thu, 01 Jan 1970/i)) cookies.delete(name);
  else cookies.set(name, pair.slice(name.length + 1));
}
