import { draw, type Drawing, ellipse, group, line, linear, numbers, path, rect, round } from './svg.ts';

const GREENS = ['#3f6b4a', '#4f7f58', '#5f9166', '#37604a'] as const;

/** A pointed leaf from its foot at (0, 0) to its tip, bent to one side, with a lighter middle. */
function blade(x: number, height: number, lean: number, width: number, green: string): string {
  const tip = `${round(x + lean)} ${round(-height)}`;
  const bend = round(x + lean * 0.2);
  return [
    path(
      `M${x - width} 0C${bend - width * 1.5} ${round(-height * 0.45)} ${round(x + lean * 0.7)} ${round(-height * 0.8)} ${tip}C${round(x + lean * 0.9)} ${round(-height * 0.6)} ${bend + width * 1.6} ${round(-height * 0.4)} ${x + width} 0Z`,
      green,
    ),
    line(
      `M${x} -8C${bend} ${round(-height * 0.4)} ${round(x + lean * 0.75)} ${round(-height * 0.75)} ${round(x + lean * 0.98)} ${round(-height * 0.94)}`,
      '#b9d08f',
      4,
      'opacity=".55"',
    ),
  ].join('\n');
}

/** Terracotta with a foot that is a saucer, and tall pointed leaves. */
export function terracePlanter(): Drawing {
  const leaves = [
    blade(-20, 300, -150, 20, GREENS[3]),
    blade(26, 320, 140, 20, GREENS[3]),
    blade(-44, 250, -210, 19, GREENS[0]),
    blade(48, 236, 204, 19, GREENS[0]),
    blade(-8, 372, -46, 23, GREENS[1]),
    blade(22, 350, 64, 22, GREENS[2]),
    blade(-34, 290, -92, 21, GREENS[2]),
    blade(6, 270, 12, 22, GREENS[1]),
  ].join('\n');
  return draw(
    [
      group(leaves, 'translate(0 -196)'),
      path('M-122 -190L-96 -30H96L122 -190Z', 'url(#terrace-pot)'),
      path('M-136 -226H136V-184C136 -172 -136 -172 -136 -184Z', 'url(#terrace-rim)'),
      path('M-136 -180C-136 -170 136 -170 136 -180L120 -168C60 -158 -60 -158 -120 -168Z', '#7c3f25', 'opacity=".45"'),
      path('M-126 -218H-108V-182H-126Z', '#fff', 'opacity=".22"'),
      path('M-106 -160L-86 -40H-66L-82 -160Z', '#fff', 'opacity=".16"'),
      path('M-118 -34H118L108 -4C106 2 -106 2 -108 -4Z', 'url(#terrace-rim)'),
      rect(-118, -38, 236, 9, '#d98a63', 4),
    ],
    [
      linear('terrace-pot', [
        [0, '#d5825a'],
        [0.45, '#bf6a42'],
        [1, '#8d4528'],
      ]),
      linear('terrace-rim', [
        [0, '#e09a72'],
        [0.45, '#c97650'],
        [1, '#974c2d'],
      ]),
    ],
  );
}

/** A vine: a stem through the points, with a leaf to each side of every one. */
function vine(points: string, seed: number): string {
  const next = numbers(seed);
  const stem = `M${points.replaceAll(', ', 'L')}`;
  const leaves = points
    .split(', ')
    .slice(1)
    .flatMap((point, index) =>
      [-1, 1].map((side) => {
        const size = 19 + next() * 9;
        const turn = round(side * (38 + next() * 30) + 90);
        const green = GREENS[(index + (side > 0 ? 1 : 0)) % 3] ?? GREENS[0];
        return group(
          `${path(`M0 0C${round(size * 0.4)} ${round(-size * 0.62)} ${round(size * 1.3)} ${round(-size * 0.5)} ${round(size * 1.7)} 0C${round(size * 1.3)} ${round(size * 0.5)} ${round(size * 0.4)} ${round(size * 0.62)} 0 0Z`, green)}${line(`M4 0H${round(size * 1.4)}`, '#cfe0a8', 2, 'opacity=".5"')}`,
          `translate(${point}) rotate(${turn})`,
        );
      }),
    );
  return [line(stem, '#4a6b45', 5), ...leaves].join('\n');
}

/** White pot on a cotton cord, with trailing leaves. */
export function mossPot(): Drawing {
  const bowl = 'M-122 -300H122C122 -212 86 -158 0 -158S-122 -212 -122 -300Z';
  return draw(
    [
      line('M-112 -296L0 -640L112 -296M0 -640V-1400', '#d8c8ac', 8),
      line('M-112 -296L0 -640L112 -296M0 -640V-1400', '#b39d78', 2, 'stroke-dasharray="3 9"'),
      group(
        [blade(-30, 120, -90, 17, GREENS[0]), blade(28, 126, 86, 17, GREENS[3]), blade(0, 150, -8, 18, GREENS[1])].join(
          '\n',
        ),
        'translate(0 -296)',
      ),
      path(bowl, 'url(#moss-bowl)'),
      path('M-104 -284C-100 -226 -76 -190 -40 -176C-64 -204 -78 -240 -80 -284Z', '#fff', 'opacity=".75"'),
      ellipse(0, -300, 122, 20, '#f4f1ea'),
      ellipse(0, -298, 106, 14, '#4c3a2b'),
      vine('-84 -302, -124 -282, -146 -236, -152 -184, -144 -130, -152 -78, -142 -30', 3),
      vine('-46 -298, -74 -268, -82 -222, -76 -176', 11),
      vine('88 -302, 128 -280, 148 -232, 142 -178, 154 -122, 146 -66, 154 -16', 31),
    ],
    [
      linear('moss-bowl', [
        [0, '#ffffff'],
        [0.5, '#efe9de'],
        [1, '#b5aa97'],
      ]),
    ],
  );
}

/** Green steel can with a long spout. */
export function foldCan(): Drawing {
  return draw(
    [
      line('M-64 -206C-190 -250 -232 -66 -100 -52', '#2f5848', 22),
      line('M-66 -208C-178 -244 -218 -78 -108 -60', '#6f9f87', 5, 'opacity=".7"'),
      path('M92 -74C150 -96 198 -170 250 -262L270 -250C226 -152 172 -52 92 -22Z', 'url(#fold-spout)'),
      path('M243 -270L286 -246L279 -236L238 -260Z', '#3d6a57'),
      path('M-104 -188L-112 -14C-112 -4 -60 0 0 0S112 -4 112 -14L104 -188Z', 'url(#fold-body)'),
      ellipse(0, -188, 104, 22, '#7aa891'),
      ellipse(0, -187, 92, 17, '#1f3d32'),
      path('M-104 -188A104 22 0 0 1 20 -209L14 -204A92 17 0 0 0 -92 -187Z', '#3d6a57'),
      path('M-86 -160L-92 -22H-70L-66 -158Z', '#fff', 'opacity=".25"'),
      line('M58 -170L62 -8', '#24473a', 3, 'opacity=".6"'),
      line('M-60 -198C-30 -262 40 -262 64 -198', '#2f5848', 14),
    ],
    [
      linear('fold-body', [
        [0, '#6c9b84'],
        [0.45, '#4b7b66'],
        [1, '#264a3c'],
      ]),
      linear('fold-spout', [
        [0, '#37634f'],
        [1, '#5d8e77'],
      ]),
    ],
  );
}
