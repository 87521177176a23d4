/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { layoutOf } from '../styles/layout.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';

/** How much may still be written as `data:` URLs. */
export interface PictureBudget {
  /** Maximum number of characters of one URL. */
  each: number;
  /** Remaining number of characters of all URLs together. */
  left: number;
}

/** The bitmap of a canvas, for `placePictures`. */
export interface CanvasPicture {
  copy: Element;
  tree: Tree;
  url: string;
  style: string;
  width: number;
  height: number;
}

/**
 * Reads the bitmaps of the visible canvases. Canvases are skipped if they have only one colour, are tainted by another origin, or too
 * large: more than 8 million pixels, or more characters than are left. A WebGL context that does not preserve its drawing
 * buffer is transparent, or black without `alpha`. At most 20 canvases are read, and none is started after `time`.
 *
 * @param time milliseconds
 */
export function readCanvases(trees: readonly Tree[], budget: PictureBudget, time: number): CanvasPicture[] {
  const pictures: CanvasPicture[] = [];
  const start = performance.now();
  let tried = 0;
  for (const tree of trees) {
    for (const [live, copy] of tree.isFrame ? [] : pairsOf(tree, 'canvas')) {
      if (tried >= 20 || performance.now() - start > time) return pictures;
      if (!(live instanceof HTMLCanvasElement) || !live.checkVisibility()) continue;
      const { width, height } = live;
      if (width * height === 0 || width * height > 8_000_000) continue;
      tried += 1;
      const url = bitmapOf(live, Math.min(budget.each, budget.left));
      if (url === null) continue;
      budget.left -= url.length;
      pictures.push({ copy, tree, url, style: canvasLayout(live), width, height });
    }
  }
  return pictures;
}

/** Style sheets often set the size of images, but not of canvases. */
export function canvasLayout(live: HTMLCanvasElement): string {
  const computed = live.computedStyleMap();
  const [width, height] = ['width', 'height'].map((name) => computed.get(name)?.toString() ?? 'auto');
  const isSized = width !== 'auto' || height !== 'auto';
  const size = isSized ? {} : { width: `${live.width}px`, height: `${live.height}px` };
  return layoutOf(live, size, [
    'display',
    'width',
    'height',
    'max-width',
    'max-height',
    'object-fit',
    'vertical-align',
    'counter-reset',
    'counter-increment',
    'counter-set',
  ]);
}

/** As a PNG, or lossy if that is too long. The canvas is drawn onto one of ours, which has the same size up to a megapixel. */
export function bitmapOf(live: HTMLCanvasElement, limit: number): string | null {
  const scale = Math.min(1, Math.sqrt(1_000_000 / (live.width * live.height)));
  try {
    const drawn = drawScaled(live, scale);
    const { data } = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? {};
    const pixels = new Uint32Array(data?.buffer ?? new ArrayBuffer(0));
    if (pixels.every((pixel) => pixel === pixels[0])) return null;
    const exact = drawn.toDataURL('image/png');
    if (exact.length <= limit) return exact;
    // WebP takes long to encode; without transparency, JPEG is sufficient.
    const isOpaque = pixels.every((pixel) => pixel >>> 24 === 255);
    const smaller = Math.min(1, Math.sqrt(250_000 / pixels.length));
    const lossy = isOpaque
      ? drawn.toDataURL('image/jpeg', 0.8)
      : drawScaled(drawn, smaller).toDataURL('image/webp', 0.8);
    return lossy.length <= limit ? lossy : null;
  } catch {
    return null;
  }
}

export function drawScaled(source: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const canvas: HTMLCanvasElement = Document.prototype.createElement.call(document, 'canvas') as HTMLCanvasElement;
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}
