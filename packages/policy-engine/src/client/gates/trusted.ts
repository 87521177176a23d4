/** What browsers with Trusted Types (https://www.w3.org/TR/trusted-types/) accept as a script, its address, and HTML. */
export interface Trust {
  createHTML(text: string): string;
  createScript(text: string): string;
  createScriptURL(text: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Trust): Trust;
}

const asIs = (text: string) => text;
let trust: Trust | undefined;

function policy(): Trust {
  const rules = { createHTML: asIs, createScript: asIs, createScriptURL: asIs };
  try {
    return (globalThis as unknown as { trustedTypes: TrustedTypes }).trustedTypes.createPolicy('policy-engine', rules);
  } catch {
    // Not offered here, or not allowed.
    return rules;
  }
}

/** Passes on what the host wrote into the page. A site that enforces Trusted Types allows the policy by its name. */
export const trusted = (): Trust => (trust ??= policy());
