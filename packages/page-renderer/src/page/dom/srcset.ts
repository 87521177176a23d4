import parseSrcset from 'parse-srcset';

/**
 * A `srcset` with other addresses; unchanged if none differs.
 *
 * @param map the address that replaces another; null removes the candidate
 */
export function mapCandidates(value: string, map: (address: string) => string | null): string {
  const candidates = parseSrcset(value);
  const mapped = candidates.map(({ url }) => map(url));
  if (candidates.every(({ url }, index) => mapped[index] === url)) return value;
  const written = candidates.flatMap(({ w, h, d }, index) => {
    const address = mapped[index] ?? null;
    const descriptors = [w && `${w}w`, h && `${h}h`, d && `${d}x`].filter(Boolean);
    return address === null ? [] : [[address, ...descriptors].join(' ')];
  });
  return written.join(', ');
}

/** The addresses of a `srcset`. */
export function candidatesOf(value: string): string[] {
  return parseSrcset(value).map(({ url }) => url);
}

/** The value of an attribute with other addresses: one, those of a `srcset`, or those of a `ping`. */
export function mapAddresses(name: string, value: string, map: (address: string) => string): string {
  if (name === 'srcset' || name === 'imagesrcset') return mapCandidates(value, map);
  if (name === 'ping') return value.split(/\s+/).filter(Boolean).map(map).join(' ');
  return map(value);
}
