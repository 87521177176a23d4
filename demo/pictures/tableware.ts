import { clip, draw, type Drawing, ellipse, line, linear, numbers, path, rect, round } from './svg.ts';

/** Blue glaze over sand-coloured clay, with a wavy line between them. */
export function tideMug(): Drawing {
  const body = 'M-128 -262L-112 -34C-110 -10 -70 0 0 0S110 -10 112 -34L128 -262Z';
  return draw(
    [
      line('M120 -214C224 -226 224 -70 112 -84', '#2f5f86', 34),
      line('M122 -214C214 -222 212 -78 116 -88', '#5c8fb8', 9, 'opacity=".75"'),
      path(body, 'url(#tide-clay)'),
      `<g clip-path="url(#tide-body)">`,
      path('M-140 -270H140V-104C96 -74 62 -128 18 -100S-64 -84 -140 -112Z', 'url(#tide-glaze)'),
      path(
        'M-140 -124C-64 -96 -26 -88 18 -112S96 -86 140 -116V-104C96 -74 62 -128 18 -100S-64 -84 -140 -112Z',
        '#bfe0ee',
        'opacity=".8"',
      ),
      path('M-112 -250C-108 -180 -102 -90 -88 -30L-66 -22C-84 -96 -90 -180 -90 -250Z', '#fff', 'opacity=".3"'),
      speckles(41, 60, -110, 110, -90, -8, '#8b6a45', 0.5),
      '</g>',
      ellipse(0, -262, 128, 30, '#79aac9'),
      ellipse(0, -261, 115, 24, '#2c567a'),
      path('M-108 -252A115 24 0 0 1 108 -252A112 22 0 0 1 -108 -252Z', '#6b4630'),
      path('M-80 -248A100 14 0 0 1 10 -259A100 14 0 0 0 -80 -248Z', '#fff', 'opacity=".25"'),
    ],
    [
      clip('tide-body', body),
      linear('tide-clay', [
        [0, '#eddcc0'],
        [0.5, '#dcc19a'],
        [1, '#b4946a'],
      ]),
      linear('tide-glaze', [
        [0, '#6fa6cb'],
        [0.45, '#4580aa'],
        [1, '#264f74'],
      ]),
    ],
  );
}

function speckles(
  seed: number,
  count: number,
  left: number,
  right: number,
  top: number,
  bottom: number,
  fill: string,
  opacity: number,
): string {
  const next = numbers(seed);
  return Array.from({ length: count }, () => {
    const size = 1 + next() * 2.4;
    return ellipse(
      left + next() * (right - left),
      top + next() * (bottom - top),
      size,
      size * 0.7,
      fill,
      `opacity="${round(opacity * (0.4 + next() * 0.6))}"`,
    );
  }).join('\n');
}

const plate = (y: number): string[] => [
  path(`M-222 ${y}C-222 ${y + 46} -120 ${y + 62} 0 ${y + 62}S222 ${y + 46} 222 ${y}Z`, 'url(#shore-side)'),
  ellipse(0, y, 222, 54, 'url(#shore-rim)'),
  line(`M-222 ${y}A222 54 0 0 0 222 ${y}`, '#a98f6d', 3, 'opacity=".7"'),
];

/** Four plates with raised rims, stacked. */
export function shorePlates(): Drawing {
  const top = -176;
  return draw(
    [
      path('M-92 -10A92 20 0 0 0 92 -10V-30H-92Z', '#b9a283'),
      ...[-62, -100, -138, top].flatMap(plate),
      ellipse(0, top + 3, 196, 44, 'url(#shore-well)'),
      ellipse(0, top + 9, 166, 34, '#f1eadf'),
      line(`M-196 ${top + 3}A196 44 0 0 1 196 ${top + 3}`, '#c3b093', 3, 'opacity=".75"'),
      `<g clip-path="url(#shore-top)">${speckles(7, 150, -215, 215, top - 52, top + 52, '#6d553b', 0.7)}</g>`,
      path(`M-176 ${top - 8}A196 44 0 0 1 -40 ${top - 38}A180 36 0 0 0 -176 ${top - 8}Z`, '#fff', 'opacity=".8"'),
    ],
    [
      clip('shore-top', `M-222 ${top}A222 54 0 0 1 222 ${top}A222 54 0 0 1 -222 ${top}Z`),
      linear('shore-side', [
        [0, '#ddd0bb'],
        [0.4, '#cbb899'],
        [1, '#9d8564'],
      ]),
      linear('shore-rim', [
        [0, '#f8f3ea'],
        [0.6, '#eadfcd'],
        [1, '#d2c0a2'],
      ]),
      linear('shore-well', [
        [0, '#d8c9b0'],
        [0.5, '#e9dfcf'],
        [1, '#f6f0e6'],
      ]),
    ],
  );
}

/** Glass carafe, two thirds full, with its tumbler. */
export function brookCarafe(): Drawing {
  const glass =
    'M-52 -380C-50 -330 -54 -304 -82 -262C-112 -218 -118 -160 -118 -96V-36C-118 -8 -90 0 -10 0S98 -8 98 -36V-96C98 -160 92 -218 62 -262C34 -304 30 -330 32 -380Z';
  const tumbler = 'M118 -138L128 -12C129 -3 150 0 178 0S227 -3 228 -12L238 -138Z';
  return draw(
    [
      path(glass, '#e9f4f7', 'opacity=".62"'),
      `<g clip-path="url(#brook-glass)">`,
      rect(-130, -226, 240, 240, 'url(#brook-water)'),
      ellipse(-10, -226, 100, 15, '#cfe8f0'),
      ellipse(-10, -226, 86, 10, '#e6f5f9'),
      '</g>',
      path(
        'M-96 -70C-102 -150 -92 -214 -66 -252C-48 -282 -40 -304 -40 -350L-30 -350C-28 -300 -38 -276 -54 -246C-78 -208 -84 -150 -80 -70Z',
        '#fff',
        'opacity=".72"',
      ),
      path('M76 -60V-110C76 -150 72 -186 60 -212L68 -208C82 -180 86 -150 86 -110V-60Z', '#fff', 'opacity=".55"'),
      line(glass, '#7fa9b8', 4, 'opacity=".75"'),
      ellipse(-10, -380, 43, 9, '#f5fbfc', 'stroke="#7fa9b8" stroke-width="4"'),
      path(tumbler, '#eaf5f8', 'opacity=".7"'),
      path('M122 -84L128 -12C129 -3 150 0 178 0S227 -3 228 -12L234 -84Z', 'url(#brook-water)', 'opacity=".85"'),
      ellipse(178, -84, 56, 9, '#d9eef4'),
      line(tumbler, '#7fa9b8', 4, 'opacity=".75"'),
      ellipse(178, -138, 60, 10, '#f5fbfc', 'stroke="#7fa9b8" stroke-width="4" opacity=".9"'),
      path('M138 -126L146 -24H156L150 -124Z', '#fff', 'opacity=".8"'),
    ],
    [
      clip('brook-glass', glass),
      linear('brook-water', [
        [0, '#a9d3e2'],
        [0.4, '#c5e4ee'],
        [1, '#7db4c9'],
      ]),
    ],
  );
}
