import { type Drawing, draw, ellipse, group, line, linear, path, radial, rect } from './svg.ts';

/** Colours of a category's pictures. */
export interface Scenery {
  readonly wall: string;
  readonly shade: string;
  readonly light: string;
  readonly floor: string;
}

/** How an object is placed in its three pictures. */
export interface Placing {
  /** Hangs from above: no shadow on the floor, and the object a little higher. */
  readonly hangs?: boolean;
  /** Size in the first picture. */
  readonly scale: number;
  /** Where the close view looks, in the object's own coordinates, and how close it is. */
  readonly look: readonly [x: number, y: number, scale: number];
}

const merge = (back: Drawing, ...front: readonly Drawing[]): Drawing => ({
  defs: [back, ...front].map(({ defs }) => defs).join('\n'),
  shapes: [back, ...front].map(({ shapes }) => shapes).join('\n'),
});

export const place = ({ defs, shapes }: Drawing, x: number, y: number, scale: number): Drawing => ({
  defs,
  shapes: group(shapes, `translate(${x} ${y}) scale(${scale})`),
});

const shadow = (x: number, y: number, rx: number): string => ellipse(x, y, rx, rx * 0.14, 'url(#shadow)');
const shadowDef = radial('shadow', [
  [0, '#2b2118', 0.32],
  [0.6, '#2b2118', 0.12],
  [1, '#2b2118', 0],
]);

/** The object alone, before an arch. */
export function front(object: Drawing, { wall, shade, light, floor }: Scenery, { hangs, scale }: Placing): Drawing {
  const y = hangs ? 400 + 190 * scale : 660;
  const back = draw(
    [
      rect(0, 0, 800, 800, 'url(#wall)'),
      path('M150 640V370C150 40 650 40 650 370V640Z', 'url(#arch)'),
      rect(0, 640, 800, 160, 'url(#floor)'),
      ...(hangs ? [ellipse(400, 720, 150, 20, 'url(#shadow)', 'opacity=".55"')] : [shadow(400, 664, 300 * scale)]),
    ],
    [
      linear(
        'wall',
        [
          [0, wall],
          [1, shade],
        ],
        90,
      ),
      linear(
        'arch',
        [
          [0, light],
          [1, light, 0.35],
        ],
        90,
      ),
      linear(
        'floor',
        [
          [0, floor],
          [1, shade],
        ],
        90,
      ),
      shadowDef,
    ],
  );
  return merge(back, place(object, 400, y, scale));
}

const frame = (x: number, y: number): string =>
  [
    rect(x, y, 150, 190, '#fffaf2', 3, 'stroke="#a97c4a" stroke-width="9"'),
    path(
      `M${x + 22} ${y + 150}C${x + 50} ${y + 96} ${x + 92} ${y + 108} ${x + 128} ${y + 132}V${y + 168}H${x + 22}Z`,
      '#7f9a86',
    ),
    `<circle cx="${x + 92}" cy="${y + 66}" r="25" fill="#e2a458"/>`,
  ].join('\n');

const books = (x: number, y: number): string =>
  [
    rect(x, y - 26, 150, 26, '#7d8f9c', 3),
    rect(x + 10, y - 26, 8, 26, '#e9e2d2'),
    rect(x + 8, y - 48, 132, 22, '#c0704a', 3),
    rect(x + 2, y - 74, 140, 26, '#e4d8c0', 3),
    rect(x + 118, y - 74, 7, 26, '#a97c4a'),
  ].join('\n');

/** Sunlight through a window outside of the picture. */
const sunlight = [path('M330 0H470L220 640H80Z', 'url(#sun)'), path('M510 0H620L370 640H260Z', 'url(#sun)')].join('\n');

const board = (y: number): string =>
  [rect(0, y, 800, 30, '#b98b58'), rect(0, y, 800, 7, '#d3a874'), rect(0, y + 30, 800, 770 - y, 'url(#under)')].join(
    '\n',
  );

/** The object in a room: on a sideboard or above it, with other objects. */
export function room(object: Drawing, { wall, shade, floor }: Scenery, { hangs, scale }: Placing): Drawing {
  const size = scale * 0.74;
  const back = draw(
    [
      rect(0, 0, 800, 800, 'url(#wall)'),
      sunlight,
      frame(hangs ? 92 : 560, hangs ? 190 : 130),
      board(640),
      ...(hangs ? [] : [shadow(330, 644, 270 * size)]),
      shadow(hangs ? 190 : 640, 642, 110),
      books(hangs ? 115 : 565, 641),
    ],
    [
      linear(
        'wall',
        [
          [0, shade],
          [1, wall],
        ],
        90,
      ),
      linear(
        'sun',
        [
          [0, '#fff', 0.34],
          [1, '#fff', 0],
        ],
        90,
      ),
      linear(
        'under',
        [
          [0, floor],
          [1, shade],
        ],
        90,
      ),
      shadowDef,
    ],
  );
  const bowl = draw([
    shadow(560, 643, 90),
    path('M490 584H630C630 622 604 641 560 641S490 622 490 584Z', '#f3ece0'),
    ellipse(560, 584, 70, 11, '#d8c9b0'),
    '<circle cx="540" cy="574" r="21" fill="#d98a4a"/><circle cx="578" cy="572" r="23" fill="#c96f3c"/>',
    path('M490 586C494 620 520 641 560 641C528 630 508 612 504 590Z', '#fff', 'opacity=".7"'),
  ]);
  const leaves: readonly (readonly [x: number, y: number])[] = [
    [744, 350],
    [730, 388],
    [714, 424],
    [660, 392],
    [680, 418],
  ];
  const twig = draw([
    line('M701 506C701 440 716 396 744 350M702 462C692 434 676 414 660 392', '#6d5a3e', 4),
    ...leaves.map(([x, y]) => ellipse(x, y, 15, 8, '#7f9a6c', `transform="rotate(-52 ${x} ${y})"`)),
    path('M684 567C670 548 674 526 690 518V502H712V518C728 526 732 548 718 567Z', '#5d87a8'),
    path('M688 560C680 546 682 532 692 524C688 536 690 550 696 560Z', '#fff', 'opacity=".4"'),
  ]);
  return hangs
    ? merge(back, place(object, 470, 330 + 190 * size, size), bowl)
    : merge(back, place(object, 330, 642, size), twig);
}

/** The object from close by. */
export function detail(object: Drawing, { light, shade }: Scenery, { look: [x, y, scale] }: Placing): Drawing {
  const back = draw(
    [rect(0, 0, 800, 800, 'url(#close)')],
    [
      linear(
        'close',
        [
          [0, light],
          [1, shade],
        ],
        90,
      ),
    ],
  );
  return merge(back, place(object, 400 - x * scale, 400 - y * scale, scale));
}
