/**
 * Whether the engine may connect to an address that a third party may have chosen: the public internet, nothing near
 * the host.
 */
import ipaddr from 'ipaddr.js';

/** Cloud metadata services on addresses that look public (Azure; those of AWS and Google over IPv6 are private). */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Not globally reachable, and unknown to the ranges of ipaddr.js: 6to4 relays, and documentation (RFC 9637). */
const NOT_PUBLIC = [ipaddr.parseCIDR('192.88.99.0/24'), ipaddr.parseCIDR('3fff::/20')];

/** Whether an address in canonical text form is globally reachable unicast (registries of RFC 6890). */
export function isPublicAddress(text: string): boolean {
  const [plain = ''] = text.split('%', 1);
  if (!ipaddr.isValid(plain)) return false;
  // `process` converts an IPv4-mapped IPv6 address to IPv4.
  const address = ipaddr.process(plain);
  if (address.range() !== 'unicast' || METADATA.has(address.toString())) return false;
  if (NOT_PUBLIC.some((block) => block[0].kind() === address.kind() && address.match(block))) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}
