/**
 * `document.write()` of scripts that run after the page was parsed: it would replace the whole page. What such a script writes while
 * it is run is put behind it instead, as the parser would have done. Everybody else's calls stay as they are.
 */
import { doc } from '../page/doc.ts';
import type { Trust } from './trusted.ts';

/** What scripts have written that are being run. */
const written = new Map<Element | null, string>();

/** Takes over until the returned function is called. */
export function takeOverWrites(): () => void {
  const names = ['write', 'writeln', 'open', 'close'] as const;
  const owned = names.map((name) => [name, Object.getOwnPropertyDescriptor(document, name)] as const);
  for (const name of names) {
    const original = doc[name] as (...parameters: unknown[]) => unknown;
    const value = (...parameters: unknown[]) => {
      const before = written.get(doc.currentScript);
      if (before === undefined) return original.apply(document, parameters);
      const text = name.startsWith('write') ? parameters.join('') + (name === 'writeln' ? '\n' : '') : '';
      written.set(doc.currentScript, before + text);
      return name === 'open' ? document : undefined;
    };
    Reflect.defineProperty(document, name, { configurable: true, writable: true, value });
  }
  return () => {
    for (const [name, own] of owned) {
      if (own) Reflect.defineProperty(document, name, own);
      else Reflect.deleteProperty(document, name);
    }
  };
}

/** Begins with a script, before it is inserted, while writes are taken over. @returns ends it: what it wrote, as elements whose scripts do not run */
export function keepWrites(script: HTMLScriptElement, trust: Trust): () => DocumentFragment | undefined {
  written.set(script, '');
  return () => {
    const html = written.get(script);
    written.delete(script);
    if (!html) return undefined;
    const template = doc.createElement('template');
    template.innerHTML = trust.createHTML(html);
    return template.content;
  };
}
