import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * The kind of an IP address, for a service that may only reach the public internet:
 *
 * - `public`: globally routable unicast
 * - `metadata`: the instance metadata service of a cloud, which returns credentials
 * - `loopback`, `link-local`, `private`: this machine, its link, its network
 * - `reserved`: everything else that is not globally reachable
 */
export type AddressKind = 'public' | 'metadata' | 'loopback' | 'link-local' | 'private' | 'reserved';

/** Addresses of metadata services. Those of Azure and Oracle are not private addresses, so they are listed here. */
const METADATA = new Set([
  '169.254.169.254', // AWS, Google Cloud, Azure, Oracle, DigitalOcean, …
  '169.254.170.2', // AWS ECS task credentials
  '169.254.170.23', // AWS EKS pod identity
  'fd00:ec2::254', // AWS over IPv6
  'fd00:ec2::23', // AWS EKS pod identity over IPv6
  'fd20:ce::254', // Google Cloud over IPv6
  '100.100.100.200', // Alibaba Cloud
  '168.63.129.16', // Azure wire server
  '192.0.0.192', // Oracle Cloud
]);

/** Special-purpose blocks that are not globally reachable: IANA registries of RFC 6890, as of 2025-10. */
const NOT_PUBLIC: ReadonlyArray<readonly [AddressKind, readonly string[]]> = [
  ['loopback', ['127.0.0.0/8', '0.0.0.0/8', '::1/128', '::/128']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10']],
  [
    'reserved',
    [
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '224.0.0.0/4',
      '240.0.0.0/4',
      '2001::/23',
      '2001:db8::/32',
      '2002::/16',
      '3fff::/20',
    ],
  ],
];

const BLOCKS = NOT_PUBLIC.flatMap(([kind, blocks]) => blocks.map((cidr) => ({ kind, range: ipaddr.parseCIDR(cidr) })));
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/** Whether `address` is in `range`; an IPv4 address is never in an IPv6 range, nor the reverse. */
export function isWithin(address: Address, range: [Address, number]): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

/** Parses an IP address; IPv4 in IPv6 (mapped, RFC 4291) and NAT64 (RFC 6052) become the IPv4 address that they stand for. */
export function parseAddress(text: string): Address | undefined {
  // Only the canonical form is accepted here. The URL parser resolves octal, hexadecimal and short forms.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const [withoutZone = ''] = text.split('%', 1);
  if (!ipaddr.IPv6.isValid(withoutZone)) return undefined;
  const address = ipaddr.IPv6.parse(withoutZone);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (isWithin(address, NAT64)) return ipaddr.fromByteArray(address.toByteArray().slice(12));
  return address;
}

/** Classifies an IP address in canonical text form. Anything that is not an address is `reserved`. */
export function classifyAddress(text: string): AddressKind {
  const address = parseAddress(text);
  if (!address) return 'reserved';
  if (METADATA.has(address.toString())) return 'metadata';
  const block = BLOCKS.find(({ range }) => isWithin(address, range));
  if (block) return block.kind;
  if (address.kind() === 'ipv6' && !isWithin(address, GLOBAL_UNICAST_V6)) return 'reserved';
  return 'public';
}
