import { duneLamp } from './lighting.ts';
import { terracePlanter } from './plants.ts';
import { place } from './scenes.ts';
import { draw, type Drawing, ellipse, linear, path, radial, rect } from './svg.ts';
import { tideMug } from './tableware.ts';

/** A low sun over hills, through a window; on the sill the lamp, a plant and a mug. */
export function hero(): Drawing {
  const back = draw(
    [
      rect(0, 0, 1200, 800, 'url(#hero-wall)'),
      rect(210, 60, 700, 590, '#fdfaf4', 10),
      rect(236, 86, 648, 564, 'url(#hero-sky)'),
      '<circle cx="560" cy="400" r="120" fill="#f0a848"/>',
      '<circle cx="560" cy="400" r="230" fill="url(#hero-glow)"/>',
      path('M236 420C330 350 420 356 520 404S740 440 884 372V650H236Z', '#a9bcae'),
      path('M236 484C320 430 430 440 540 482S760 500 884 452V650H236Z', '#7f9a86'),
      path('M236 548C330 506 450 512 560 546S770 562 884 530V650H236Z', '#587a68'),
      rect(551, 86, 18, 564, '#fdfaf4'),
      rect(236, 330, 648, 14, '#fdfaf4'),
      rect(0, 640, 1200, 40, '#c79a66'),
      rect(0, 640, 1200, 9, '#e0b985'),
      rect(0, 680, 1200, 120, 'url(#hero-under)'),
      ellipse(330, 645, 230, 22, 'url(#hero-shadow)'),
      ellipse(800, 645, 160, 20, 'url(#hero-shadow)'),
      ellipse(1010, 645, 120, 16, 'url(#hero-shadow)'),
    ],
    [
      linear(
        'hero-wall',
        [
          [0, '#efe7da'],
          [1, '#e2d5c0'],
        ],
        90,
      ),
      linear(
        'hero-sky',
        [
          [0, '#bcd3e0'],
          [0.5, '#f0e0c4'],
          [1, '#f6cf98'],
        ],
        90,
      ),
      radial('hero-glow', [
        [0, '#f9c877', 0.75],
        [1, '#f9c877', 0],
      ]),
      linear(
        'hero-under',
        [
          [0, '#d5c4a8'],
          [1, '#e2d5c0'],
        ],
        90,
      ),
      radial('hero-shadow', [
        [0, '#2b2118', 0.4],
        [1, '#2b2118', 0],
      ]),
    ],
  );
  const things = [
    place(duneLamp(), 330, 645, 1.25),
    place(terracePlanter(), 800, 645, 0.86),
    place(tideMug(), 1010, 645, 0.55),
  ];
  return {
    defs: [back, ...things].map(({ defs }) => defs).join('\n'),
    shapes: [back, ...things].map(({ shapes }) => shapes).join('\n'),
  };
}
