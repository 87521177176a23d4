/** An operator without a browser: keeps the cookie, and sends forms with the hidden field of the page. */
import assert from 'node:assert/strict';

export const TOKEN = 'the-token-of-the-administrator';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export class Operator {
  readonly #origin: string;
  cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  async ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.cookie !== '') headers.set('Cookie', this.cookie);
    const response = await fetch(this.#origin + path, { ...init, headers, redirect: 'manual' });
    const [cookie] = response.headers.getSetCookie();
    if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0] ?? '';
    return { status: response.status, headers: response.headers, text: withoutStyle(await response.text()) };
  }

  send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Sends a form with the hidden field of a page. */
  async sendFrom(page: string, path: string, fields: Record<string, string>): Promise<Answer> {
    const { text } = await this.ask(page);
    const [, form] = /name="form" value="([^"]+)"/.exec(text) ?? [];
    assert.ok(form, `${page} has no form`);
    return this.send(path, { ...fields, form });
  }

  async signIn(): Promise<void> {
    const { status } = await this.send('/operator/sign-in', { token: TOKEN });
    assert.equal(status, 303);
  }
}

/** The style would only make messages of failed tests long. */
function withoutStyle(html: string): string {
  return html.replace(/<style>[^]*?<\/style>/, '');
}
