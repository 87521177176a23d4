/** E-mail addresses as hosts write them. */

/** An address, and the name before it. */
export interface Address {
  readonly name: string;
  readonly address: string;
}

const ADDRESS = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(?:\.[^\s@<>"(),:;[\]\\.]+)*$/;
const NAMED_ADDRESS = /^([^<>\r\n"]*)<([^<>]+)>$/;

/**
 * Reads one address, plain or with a name: `Shop <privacy@shop.example>`. Text that mail software would read as several
 * addresses (`a@x.example, b@y.example`) is rejected, so that nobody can add recipients to a mail through their own
 * address.
 */
export function readAddress(text: unknown): Address | null {
  if (typeof text !== 'string') return null;
  const [, name = '', address = text.trim()] = NAMED_ADDRESS.exec(text.trim()) ?? [];
  return ADDRESS.test(address) ? { name: name.trim(), address } : null;
}
