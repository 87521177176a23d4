/** Tags by which pages can be removed together. */

const MAX_TAGS = 64;
const TAG = /^[\x21-\x2b\x2d-\x7e]{1,128}$/;

/**
 * The tags of a page: words of its `render:tags` meta, separated by commas or spaces, and of the target's `Cache-Tag`
 * header, in lower case. Invalid tags are ignored.
 */
export function readTags(meta: string | null | undefined, header: string | undefined): string[] {
  const words = `${meta ?? ''},${header ?? ''}`.toLowerCase().split(/[\s,]+/);
  return [...new Set(words.filter((word) => TAG.test(word)))].slice(0, MAX_TAGS);
}
