/** Google Consent Mode v2: https://developers.google.com/tag-platform/security/guides/consent */
interface TagWindow {
  dataLayer?: unknown[];
  gtag?: (...words: unknown[]) => void;
}

let told = '';

/** Tells Google's tags what they may do, once for each change. The defaults are in the page, before the tags. */
export function tellGoogle(mode: Readonly<Record<string, string>> | null): void {
  const text = JSON.stringify(mode);
  if (!mode || text === told) return;
  told = text;
  const page = globalThis as TagWindow;
  const layer = (page.dataLayer ??= []);
  // The tag reads only `arguments` objects, not arrays.
  page.gtag ??= function gtag(): void {
    // oxlint-disable-next-line prefer-rest-params
    layer.push(arguments);
  };
  page.gtag('consent', 'update', mode);
}
