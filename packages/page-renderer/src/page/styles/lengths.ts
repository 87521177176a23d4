/// <reference lib="dom" />

import { rootOf } from '../dom/dom.ts';

/**
 * A CSS text of a frame in which lengths of its own root element and window are pixels: in the page they would be those of the page.
 * Names, strings and addresses that look like lengths stay.
 */
export function frameLengths(css: string): string {
  if (!/\d(?:rem|[sld]?v(?:w|h|i|b|min|max))(?![\w-])/i.test(css)) return css;
  const root = rootOf(document);
  const { fontSize, writingMode } = root ? getComputedStyle(root) : { fontSize: '16px', writingMode: 'horizontal-tb' };
  const { innerWidth: width, innerHeight: height } = window;
  const isVertical = !writingMode.startsWith('horizontal');
  const pixels: Record<string, number> = {
    rem: Number.parseFloat(fontSize),
    w: width / 100,
    h: height / 100,
    i: (isVertical ? height : width) / 100,
    b: (isVertical ? width : height) / 100,
    min: Math.min(width, height) / 100,
    max: Math.max(width, height) / 100,
  };
  const escape = String.raw`\\(?:[\da-f]{1,6}\s?|[^\n])`;
  const others = String.raw`\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\)`;
  const number = String.raw`([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?:(rem)|[sld]?v(w|h|i|b|min|max))?(?![\w-])`;
  const name = String.raw`[#@.]?(?:${escape}|[\w-]|[^\x00-\x7F])+`;
  return css.replaceAll(new RegExp(`${others}|${number}|${name}`, 'gis'), (whole: string, ...groups: unknown[]) => {
    const [value, isRem, side] = groups as Array<string | undefined>;
    const unit = pixels[(isRem ?? side ?? '').toLowerCase()];
    return value === undefined || unit === undefined ? whole : `${Number((Number(value) * unit).toFixed(4))}px`;
  });
}
