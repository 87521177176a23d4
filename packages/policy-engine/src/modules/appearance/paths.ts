/** Addresses of the banner's appearance, below the mount path. */

export const APPEARANCE_PATH = '/appearance';

/** A page that shows the banner in one version. @param locale language of the banner; default: the reader's */
export function versionPath(version: number, locale: string | null = null): string {
  const query = new URLSearchParams({ version: String(version), ...(locale !== null && { locale }) });
  return `${APPEARANCE_PATH}/preview?${query.toString()}`;
}
