/** Width and height from the start-of-frame segment of a JPEG (ITU T.81, B.2.2). */
export function jpegSize(jpeg: Buffer): [width: number, height: number] {
  let at = 2;
  while (jpeg[at + 1]! < 0xc0 || jpeg[at + 1]! > 0xc2) at += 2 + jpeg.readUInt16BE(at + 2);
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
}

/** Width and height from the header of a PNG. */
export function pngSize(png: Buffer): [width: number, height: number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
