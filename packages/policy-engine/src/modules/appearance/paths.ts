/** Addresses of the banner's appearance, below the mount path. */

export const APPEARANCE_PATH = '/appearance';

/** A page that shows the banner in one version. @param locale language of the banner; default: the reader's */
export function versionPath(version: number, locale: string | null = null): string {
  const query = new URLSearchParams({ version: String(version), ...(locale !== null && { locale }) });
  return `${APPEARANCE_PATH}/preview?${query.toString()}`;
}

/** The banner as it was served. @param hash SHA-256 of its document @param layer 2: with its single purposes */
export function servedPath(hash: string, layer: 1 | 2 = 1): string {
  return `${APPEARANCE_PATH}/served/${hash}${layer === 2 ? '?layer=2' : ''}`;
}
