import { clip, draw, type Drawing, line, linear, path, radial, rect } from './svg.ts';

/** Square cushion with hills in its weave. */
export function meadowCushion(): Drawing {
  const shape =
    'M-178 -366C-120 -352 120 -352 178 -366C196 -366 200 -352 198 -340C184 -280 184 -100 198 -34C202 -14 190 -4 172 -8C110 -20 -110 -20 -172 -8C-190 -4 -202 -14 -198 -34C-184 -100 -184 -280 -198 -340C-200 -352 -196 -366 -178 -366Z';
  const weave = Array.from({ length: 46 }, (_, row) =>
    line(`M-200 ${-364 + row * 8}H200`, '#fff', 1.4, 'opacity=".16"'),
  ).join('\n');
  return draw(
    [
      path(shape, '#efe3d0'),
      '<g clip-path="url(#meadow-shape)">',
      rect(-210, -380, 420, 400, '#efe3d0'),
      `<circle cx="84" cy="-270" r="42" fill="#e2a458"/>`,
      path('M-210 -210C-150 -262 -90 -262 -30 -216S96 -170 210 -238V10H-210Z', '#c9cfae'),
      path('M-210 -158C-130 -206 -60 -186 10 -150S140 -120 210 -164V10H-210Z', '#93a97f'),
      path('M-210 -96C-150 -136 -80 -140 -10 -104S130 -70 210 -102V10H-210Z', '#5f8062'),
      path('M-210 -40C-140 -78 -70 -80 0 -50S140 -30 210 -52V10H-210Z', '#3c5c4c'),
      weave,
      rect(-210, -380, 420, 400, 'url(#meadow-light)'),
      '</g>',
      line('M-182 -358C-172 -280 -172 -96 -182 -18', '#fff', 3, 'opacity=".35"'),
      line(shape, '#cdbb9c', 5),
    ],
    [
      clip('meadow-shape', shape),
      radial(
        'meadow-light',
        [
          [0, '#fff', 0.3],
          [0.55, '#fff', 0],
          [1, '#2b2118', 0.28],
        ],
        'cx="40%" cy="36%" r="72%"',
      ),
    ],
  );
}

const fold = (y: number, inset: number, tone: string): string[] => [
  path(
    `M${-226 + inset} ${y - 62}H${196 - inset}C${238 - inset} ${y - 62} ${238 - inset} ${y} ${196 - inset} ${y}H${-226 + inset}C${-240 + inset} ${y} ${-240 + inset} ${y - 62} ${-226 + inset} ${y - 62}Z`,
    tone,
  ),
  path(`M118 ${y - 62}H152V${y}H118Z`, '#2f4f74'),
  path(`M164 ${y - 62}H176V${y}H164Z`, '#c8752f'),
  path(`M82 ${y - 62}H106V${y}H82Z`, '#8aa6bf'),
  path(
    `M${-226 + inset} ${y - 12}H${196 - inset}C${216 - inset} ${y - 12} ${214 - inset} ${y} ${196 - inset} ${y}H${-226 + inset}Z`,
    '#3b3226',
    'opacity=".16"',
  ),
  line(`M${-220 + inset} ${y - 56}H${190 - inset}`, '#fff', 4, 'opacity=".4"'),
];

/** Wool blanket, folded three times, with stripes along one end and a fringe. */
export function harbourBlanket(): Drawing {
  const fringe = Array.from({ length: 15 }, (_, index) => {
    const x = -214 + index * 19;
    return line(`M${x} -8C${x - 3} 6 ${x + 4} 12 ${x - 1} 24`, index % 2 ? '#d9cbb2' : '#e9deca', 5);
  });
  return draw(
    [
      ...fold(0, 0, 'url(#harbour-a)'),
      ...fold(-64, 6, 'url(#harbour-b)'),
      ...fold(-128, 2, 'url(#harbour-a)'),
      ...fold(-192, 10, 'url(#harbour-b)'),
      ...fringe,
    ],
    [
      linear('harbour-a', [
        [0, '#f0e7d8'],
        [0.6, '#e0d3bd'],
        [1, '#b8a888'],
      ]),
      linear('harbour-b', [
        [0, '#f5eee2'],
        [0.6, '#e8dcc8'],
        [1, '#c3b395'],
      ]),
    ],
  );
}

const towel = (x: number, length: number, stripes: string): string[] => {
  const bottom = -390 + length;
  return [
    path(
      `M${x - 66} -392C${x - 66} -404 ${x + 66} -404 ${x + 66} -392L${x + 70} ${bottom}C${x + 30} ${bottom + 10} ${x - 30} ${bottom - 6} ${x - 70} ${bottom}Z`,
      'url(#towel)',
    ),
    stripes,
    path(
      `M${x - 28} -396C${x - 34} -260 ${x - 22} -140 ${x - 32} ${bottom}L${x - 12} ${bottom}C${x - 6} -140 ${x - 14} -260 ${x - 10} -396Z`,
      '#3b3226',
      'opacity=".1"',
    ),
    path(
      `M${x + 34} -396C${x + 30} -260 ${x + 42} -140 ${x + 36} ${bottom}L${x + 48} ${bottom}C${x + 52} -140 ${x + 44} -260 ${x + 46} -396Z`,
      '#fff',
      'opacity=".35"',
    ),
    line(
      `M${x - 69} ${bottom - 12}C${x - 30} ${bottom - 18} ${x + 30} ${bottom - 2} ${x + 69} ${bottom - 12}`,
      '#b8a888',
      2,
      'stroke-dasharray="6 5"',
    ),
  ];
};

const bands = (x: number, ys: readonly (readonly [number, number])[], colour: string): string =>
  ys
    .map(([y, height]) =>
      path(
        `M${x - 69} ${y}C${x - 30} ${y - 5} ${x + 30} ${y + 7} ${x + 69} ${y}V${y + height}C${x + 30} ${y + height + 7} ${x - 30} ${y + height - 5} ${x - 69} ${y + height}Z`,
        colour,
      ),
    )
    .join('\n');

/** Three towels over a rail, each with a stripe of its own. */
export function teaTowels(): Drawing {
  const upright = [-46, -30, 26, 42].map((dx) => rect(dx - 4, -396, 8, 390, '#3f6b4a', 0, 'opacity=".85"')).join('\n');
  return draw(
    [
      ...towel(
        -158,
        340,
        bands(
          -158,
          [
            [-118, 30],
            [-78, 8],
            [-138, 8],
          ],
          '#2f5f86',
        ),
      ),
      ...towel(
        158,
        330,
        bands(
          158,
          [
            [-140, 8],
            [-124, 8],
            [-108, 8],
            [-92, 8],
            [-330, 8],
            [-314, 8],
          ],
          '#b5563a',
        ),
      ),
      ...towel(0, 386, upright),
      rect(-262, -412, 524, 18, 'url(#rail)', 9),
      rect(-250, -440, 14, 34, '#8f6a2a', 4),
      rect(236, -440, 14, 34, '#8f6a2a', 4),
    ],
    [
      linear('towel', [
        [0, '#f7f0e3'],
        [0.5, '#efe5d3'],
        [1, '#d8c9ae'],
      ]),
      linear(
        'rail',
        [
          [0, '#f0d489'],
          [0.5, '#c79a48'],
          [1, '#8f6a2a'],
        ],
        90,
      ),
    ],
  );
}
