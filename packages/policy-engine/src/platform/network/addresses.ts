/** Which addresses the engine may connect to that somebody else may have chosen: the public internet and nothing that is near the host. */
import ipaddr from 'ipaddr.js';

/** Metadata services of clouds that answer on addresses which look public (Azure; AWS and Google over IPv6 are private). */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Not globally reachable, and unknown to the ranges of ipaddr.js: 6to4 relays, and documentation (RFC 9637). */
const NOT_PUBLIC = [ipaddr.parseCIDR('192.88.99.0/24'), ipaddr.parseCIDR('3fff::/20')];

/** Whether an address in canonical text form is globally reachable unicast (registries of RFC 6890). */
export function isPublicAddress(text: string): boolean {
  const [plain = ''] = text.split('%', 1);
  if (!ipaddr.isValid(plain)) return false;
  // `process` makes an IPv4 address of what is one in IPv6's clothes (mapped).
  const address = ipaddr.process(plain);
  if (address.range() !== 'unicast' || METADATA.has(address.toString())) return false;
  if (NOT_PUBLIC.some((block) => block[0].kind() === address.kind() && address.match(block))) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}
