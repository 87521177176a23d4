/** The data that the server puts into a test page, for the browser. */
import type { PageProps } from './page-props.ts';

interface PageDocument {
  querySelector(selector: string): (Element & { textContent: string }) | null;
}

const page = (globalThis as unknown as { document: PageDocument }).document;

export const propsOfPage = (): PageProps => JSON.parse(page.querySelector('#props')!.textContent) as PageProps;
export const mountedOn = (): Element => page.querySelector('#app')!;
