/** The conditions that consent fulfils. */

/** What a script needs: its rule accepted, and its provider, if it has one, not rejected. */
export interface Gate {
  readonly rule: string;
  /** Empty for the rule itself. */
  readonly provider: string;
}

/** A gate as pages contain it in `data-consent`, a list separated by white space: the same as `gateOf` of the client. */
export function gateOf(rule: string, provider: string): string {
  return provider === '' ? rule : `${rule}:${encodeURIComponent(provider)}`;
}

/** The rule and the vendor of a gate; the vendor is null for the rule itself, and empty if it cannot be decoded. */
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
