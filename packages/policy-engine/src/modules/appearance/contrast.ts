/** Contrast of colours (WCAG 2.2, 1.4.3 and "relative luminance"). */

/** The minimum for text. */
export const LEAST_CONTRAST = 4.5;

/** @param colour as `#1f5fd6` */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1, for two equal colours, to 21. @param one as `#1f5fd6` */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Whether a colour is dark: white text has more contrast on it than black. */
export function isDark(colour: string): boolean {
  return contrastOf(colour, '#ffffff') > contrastOf(colour, '#000000');
}
