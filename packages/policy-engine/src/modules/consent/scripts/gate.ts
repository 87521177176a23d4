/** What opens with consent. */

/** What a script needs: its rule accepted, and its provider, where it has one, not refused. */
export interface Gate {
  readonly rule: string;
  /** Empty for the rule by itself. */
  readonly provider: string;
}

/** A gate as pages have it in `data-consent`, a list that white space separates: the same as `gateOf` of the client. */
export function gateOf(rule: string, provider: string): string {
  return provider === '' ? rule : `${rule}:${encodeURIComponent(provider)}`;
}

/** The rule and the vendor of a gate; the vendor is null for the rule by itself, and empty if it can't be read. */
export function parseGate(gate: string): { readonly rule: string; readonly vendor: string | null } {
  const colon = gate.indexOf(':');
  if (colon === -1) return { rule: gate, vendor: null };
  const rule = gate.slice(0, colon);
  try {
    return { rule, vendor: decodeURIComponent(gate.slice(colon + 1)) };
  } catch {
    return { rule, vendor: '' };
  }
}
