/** The path the engine is mounted at. */

/**
 * Brings a mount path into one form: a leading slash, none at the end, empty for the root.
 *
 * @throws TypeError if it isn't a path
 */
export function normalizeMount(path: string): string {
  const trimmed = withoutEndSlashes(path);
  if (trimmed !== '' && !/^(?:\/[^/?#\s\\]+)+$/.test(trimmed)) throw new TypeError(`"${path}" is no mount path`);
  return trimmed;
}

/** The part of a path below the mount path, always with a leading slash and none at the end; null if it isn't below. */
export function pathBelow(mount: string, pathname: string): string | null {
  if (!pathname.startsWith(mount)) return null;
  const rest = pathname.slice(mount.length);
  if (rest !== '' && !rest.startsWith('/')) return null;
  return withoutEndSlashes(rest) || '/';
}

/** In a loop: a regular expression begins anew at each slash of a path that is full of them. */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
