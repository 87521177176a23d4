/** The path below which a framework serves the whole app. */
import type { Project } from '#project-setup';

const SETTINGS = [
  { file: /^next\.config\./, value: /\bbasePath\s*:\s*['"](?<base>\/[^'"]+)['"]/ },
  { file: /^(?:svelte|vite)\.config\./, value: /\bpaths\s*:\s*\{[^}]*\bbase\s*:\s*['"](?<base>\/[^'"]+)['"]/ },
  { file: /^nuxt\.config\./, value: /\bapp\s*:\s*\{[^}]*\bbaseURL\s*:\s*['"](?<base>\/[^'"]+)['"]/ },
  { file: /^astro\.config\./, value: /\bbase\s*:\s*['"](?<base>\/[^'"]+)['"]/ },
];

/** The path, without a slash at its end; empty for an app at the root. */
export function baseOf({ sources }: Project): string {
  for (const { file, value } of SETTINGS) {
    const base = value.exec(sources.find(({ name }) => file.test(name))?.text ?? '')?.groups?.['base'];
    if (base !== undefined) return base.replace(/\/+$/, '');
  }
  return '';
}
