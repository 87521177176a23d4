import { inflateSync } from 'node:zlib';

/** An image as rows of red, green, blue and, in PNGs that have it, alpha. */
export interface Pixels {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

/** Decodes a PNG of 8 bits per channel without interlacing, as Chromium writes it (PNG specification §5, §9). */
export function decodePng(png: Uint8Array): Pixels {
  const bytes = Buffer.from(png);
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const channels = bytes[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= channels ? data[y * stride + x - channels]! : 0;
      const up = y > 0 ? data[(y - 1) * stride + x]! : 0;
      const upLeft = x >= channels && y > 0 ? data[(y - 1) * stride + x - channels]! : 0;
      data[y * stride + x] = raw[y * (stride + 1) + 1 + x]! + predicted(filter, left, up, upLeft);
    }
  }
  return { width, height, channels, data };
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const estimate = left + up - upLeft;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}

/** Number of pixels that differ visibly. Images of different sizes differ in all pixels. */
export function differingPixels(first: Pixels, second: Pixels): number {
  if (first.width !== second.width || first.height !== second.height) return first.width * first.height;
  let count = 0;
  for (let pixel = 0; pixel < first.width * first.height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const a = first.data[pixel * first.channels + channel]!;
      const b = second.data[pixel * second.channels + channel]!;
      if (Math.abs(a - b) > 8) {
        count += 1;
        break;
      }
    }
  }
  return count;
}

/** Number of pixels whose colour differs from the first: 0 for an empty image. */
export function paintedPixels({ width, height, channels, data }: Pixels): number {
  let count = 0;
  for (let at = 0; at < width * height * channels; at += channels) {
    if (data[at] !== data[0] || data[at + 1] !== data[1] || data[at + 2] !== data[2]) count += 1;
  }
  return count;
}
