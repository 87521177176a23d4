/** Addresses of the banner's appearance, below the mount path. */
export const APPEARANCE_PATH = '/appearance';

/** A page about one version. @param language of the banner, a BCP 47 tag; default: the reader's */
export function versionPath(version: number, language: string | null = null): string {
  const query = language === null ? '' : `?${new URLSearchParams({ language }).toString()}`;
  return `${APPEARANCE_PATH}/versions/${version}${query}`;
}

/** The banner as it was served. @param hash SHA-256 of its document @param layer 2: with its single purposes */
export function servedPath(hash: string, layer: 1 | 2 = 1): string {
  return `${APPEARANCE_PATH}/served/${hash}${layer === 2 ? '?layer=2' : ''}`;
}
