/** E-mail addresses as hosts write them. */

/** An address, and the name before it. */
export interface Address {
  readonly name: string;
  readonly address: string;
}

const ADDRESS = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)*$/;
const NAMED_ADDRESS = /^([^<>\r\n"]*)<([^<>]+)>$/;

/**
 * Reads one address, plain or with a name: `Shop <privacy@shop.example>`. A text that mail software would take for several
 * (`a@x.example, b@y.example`) is none, so that nobody adds readers to a mail by what they call their address.
 */
export function readAddress(text: unknown): Address | null {
  if (typeof text !== 'string') return null;
  const [, name = '', address = text.trim()] = NAMED_ADDRESS.exec(text.trim()) ?? [];
  return ADDRESS.test(address) ? { name: name.trim(), address } : null;
}
