import type { Protocol } from 'devtools-protocol';
import { withoutFragment } from '../../kernel/url.ts';
import { LOAD_PICTURES } from '../../page/index.ts';
import { untilAborted } from '../job/abort.ts';
import type { IsolatedWorld } from '../../devtools/isolated-world.ts';

/** Maximum size of one image in bytes, and of all. */
export const PICTURE_BYTES: Readonly<Record<'each' | 'all', number>> = { each: 64 * 1024, all: 512 * 1024 };

/** Length of the prefix of a `data:` URL; the content has four characters for three bytes. */
export const charactersOf = (bytes: number): number => 100 + Math.ceil(bytes / 3) * 4;

/**
 * Reads images and fonts that a frame has loaded from `blob:` addresses, as `data:` URLs. They come from the browser's
 * own record of what the frame has loaded: neither a policy of the page that forbids its scripts to connect nor revoking
 * the address prevents this. What is not loaded yet is loaded as the page would do it.
 *
 * @param time whole milliseconds, after which the available ones are returned
 */
export async function readPictures(
  world: IsolatedWorld,
  frameId: string,
  addresses: readonly string[],
  time: number,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const work = async () => {
    let loaded = await loadedBy(world, frameId);
    const missing = addresses.filter((address) => !loaded.has(withoutFragment(address)));
    if (missing.length > 0) {
      // If scripts are stopped it may never end; then what was loaded before is still available.
      await untilAborted(load(world, missing), AbortSignal.timeout(Math.ceil(time / 2)));
      loaded = await loadedBy(world, frameId);
    }
    let left = PICTURE_BYTES.all;
    const read = async (address: string) => {
      const resource = loaded.get(withoutFragment(address));
      const size = resource?.contentSize ?? Infinity;
      if (!resource || size > Math.min(PICTURE_BYTES.each, left)) return;
      left -= size;
      const url = await dataUrl(world, frameId, resource);
      if (url !== null) found[address] = url;
    };
    await Promise.all(addresses.map(read));
  };
  const end = AbortSignal.timeout(time);
  // A page that is closed meanwhile returns nothing more.
  await untilAborted(
    work().catch(() => {}),
    end,
  );
  return { ...found };
}

/**
 * Reads the style sheets that a frame has loaded, as text, from the browser's own record. Those that are not there are missing.
 *
 * @param time whole milliseconds, after which the available ones are returned
 */
export async function readSheets(
  world: IsolatedWorld,
  frameId: string,
  addresses: readonly string[],
  time: number,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const read = async (address: string) => {
    const { content, base64Encoded } = await world.session.send('Page.getResourceContent', { frameId, url: address });
    const text = base64Encoded ? Buffer.from(content, 'base64').toString() : content;
    found[address] = text.replace(/^\uFEFF/, '');
  };
  const all = Promise.all(addresses.map((address) => read(address).catch(() => {})));
  await untilAborted(all, AbortSignal.timeout(time));
  return { ...found };
}

async function load({ session, contextId }: IsolatedWorld, addresses: readonly string[]): Promise<void> {
  const loading = session.send('Runtime.callFunctionOn', {
    functionDeclaration: LOAD_PICTURES,
    executionContextId: contextId,
    arguments: [{ value: addresses }],
    awaitPromise: true,
  });
  await loading;
}

async function loadedBy({ session }: IsolatedWorld, frameId: string) {
  const { frameTree } = await session.send('Page.getResourceTree');
  const trees = [frameTree];
  for (const { frame, resources, childFrames = [] } of trees) {
    if (frame.id === frameId) return new Map(resources.map((resource) => [withoutFragment(resource.url), resource]));
    trees.push(...childFrames);
  }
  return new Map<string, Protocol.Page.FrameResource>();
}

async function dataUrl(
  { session }: IsolatedWorld,
  frameId: string,
  { url, type, mimeType, failed, canceled }: Protocol.Page.FrameResource,
): Promise<string | null> {
  if (failed || canceled || (type !== 'Image' && type !== 'Font')) return null;
  const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId, url });
  const bytes = Buffer.from(content, base64Encoded ? 'base64' : 'utf8');
  const own = /^(?:image|font)\/[\w.+-]+$/.test(mimeType) ? mimeType : imageType(bytes);
  if (bytes.length === 0 || bytes.length > PICTURE_BYTES.each) return null;
  return `data:${type === 'Font' && own === undefined ? 'font/woff2' : (own ?? 'image/png')};base64,${bytes.toString('base64')}`;
}

/** A blob may have no type, and is shown nevertheless (WHATWG MIME Sniffing §6.1). */
function imageType(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('latin1', 0, 12);
  if (beginning.startsWith('\u0089PNG')) return 'image/png';
  if (beginning.startsWith('GIF8')) return 'image/gif';
  if (beginning.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  return /^RIFF.{4}WEBP/s.test(beginning) ? 'image/webp' : undefined;
}
