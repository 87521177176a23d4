/** A drawing: its shapes, and the gradients and clips they refer to. The object stands on (0, 0) and grows upwards. */
export interface Drawing {
  readonly defs: string;
  readonly shapes: string;
}

export const draw = (shapes: readonly string[], defs: readonly string[] = []): Drawing => ({
  shapes: shapes.join('\n'),
  defs: defs.join('\n'),
});

type Stop = readonly [offset: number, colour: string, opacity?: number];

const stops = (list: readonly Stop[]): string =>
  list
    .map(([offset, colour, opacity = 1]) => {
      const alpha = opacity === 1 ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${offset}" stop-color="${colour}"${alpha}/>`;
    })
    .join('');

/** A gradient from left to right, or with `angle` 90 from top to bottom. */
export const linear = (id: string, list: readonly Stop[], angle: 0 | 90 = 0): string =>
  `<linearGradient id="${id}"${angle ? ' x1="0" y1="0" x2="0" y2="1"' : ''}>${stops(list)}</linearGradient>`;

export const radial = (id: string, list: readonly Stop[], centre = 'cx="50%" cy="50%" r="50%"'): string =>
  `<radialGradient id="${id}" ${centre}>${stops(list)}</radialGradient>`;

export const clip = (id: string, path: string): string => `<clipPath id="${id}"><path d="${path}"/></clipPath>`;

/** A filled path; `more` takes further attributes. */
export const path = (d: string, fill: string, more = ''): string =>
  `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;

export const line = (d: string, stroke: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more && ` ${more}`}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${more && ` ${more}`}/>`;

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  more = '',
): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${radius ? ` rx="${radius}"` : ''} fill="${fill}"${more && ` ${more}`}/>`;

export const group = (shapes: string, transform: string, more = ''): string =>
  `<g transform="${transform}"${more && ` ${more}`}>\n${shapes}\n</g>`;

export const round = (value: number): number => Math.round(value * 10) / 10;

/** Numbers between 0 and 1 that look random and are the same on each run (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const file = (width: number, height: number, { defs, shapes }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">\n<defs>\n${defs}\n</defs>\n${shapes}\n</svg>\n`;
