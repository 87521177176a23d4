/** Detects the format of an image by its first bytes: the media type of a server and the file name are not trusted. */

/**
 * An image format that every current browser shows from a disk. SVG is not one of them: opened by itself it can run scripts.
 */
export type ImageFormat = 'png' | 'jpg' | 'gif' | 'webp' | 'avif' | 'bmp';

/** Format of an image; null for anything else. */
export function imageFormat(data: Uint8Array): ImageFormat | null {
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, 32)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.slice(4, 8) === 'ftyp' && /avi[fs]/.test(head.slice(8))) return 'avif';
  if (head.startsWith('BM') && head.slice(6, 10) === '\0\0\0\0') return 'bmp';
  return null;
}

const MEDIA_TYPES: ReadonlyArray<readonly [start: string, extension: string, type: string]> = [
  ['%PDF-', 'pdf', 'application/pdf'],
  ['PK\x03\x04', 'zip', 'application/zip'],
  ['\x1f\x8b', 'gz', 'application/gzip'],
];

/** The extension and the media type of bytes of unknown content. */
export function contentType(data: Uint8Array): { readonly extension: string; readonly mediaType: string } {
  const image = imageFormat(data);
  if (image !== null) return { extension: image, mediaType: `image/${image === 'jpg' ? 'jpeg' : image}` };
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, 8)).toString('latin1');
  const [, extension = 'bin', mediaType = 'application/octet-stream'] =
    MEDIA_TYPES.find(([start]) => head.startsWith(start)) ?? [];
  return { extension, mediaType };
}
