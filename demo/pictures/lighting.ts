import { draw, type Drawing, ellipse, line, linear, path, radial, rect } from './svg.ts';

/** Wide sand-coloured shade on a wooden stem. */
export function duneLamp(): Drawing {
  return draw(
    [
      path('M-150 -196L-260 0H260L150 -196Z', 'url(#dune-beam)'),
      path('M-15 -190L-19 -22H19L15 -190Z', 'url(#dune-wood)'),
      path('M-88 -20V-10A88 17 0 0 0 88 -10V-20Z', '#a9783f'),
      ellipse(0, -20, 88, 17, 'url(#dune-foot)'),
      ellipse(0, -196, 166, 26, '#fff3d6'),
      ellipse(0, -194, 60, 9, '#ffffff'),
      path('M-166 -196C-166 -250 -120 -352 0 -352S166 -250 166 -196A166 26 0 0 0 -166 -196Z', 'url(#dune-shade)'),
      path('M-138 -216C-132 -258 -96 -326 -22 -334C-78 -308 -104 -258 -112 -220Z', '#fff', 'opacity=".32"'),
      path('M-166 -196A166 26 0 0 1 166 -196L164 -206A164 25 0 0 0 -164 -206Z', '#fff0cc', 'opacity=".7"'),
      rect(-7, -366, 14, 16, '#a9783f', 5),
    ],
    [
      linear('dune-shade', [
        [0, '#eddcbd'],
        [0.45, '#dcc39a'],
        [1, '#b8986a'],
      ]),
      linear('dune-wood', [
        [0, '#d7a768'],
        [0.5, '#c08c4d'],
        [1, '#936230'],
      ]),
      linear('dune-foot', [
        [0, '#dfb57c'],
        [1, '#b07f45'],
      ]),
      linear(
        'dune-beam',
        [
          [0, '#fff1c9', 0.75],
          [1, '#fff1c9', 0],
        ],
        90,
      ),
    ],
  );
}

/** Opal globe in a brass ring, on a cable from above. */
export function haloPendant(): Drawing {
  return draw(
    [
      ellipse(0, -190, 330, 330, 'url(#halo-glow)'),
      line('M0 -334V-1400', '#3a3733', 6),
      rect(-20, -356, 40, 46, 'url(#halo-brass)', 8),
      line('M-166 -190A166 40 0 0 1 166 -190', '#8d6a2c', 13),
      ellipse(0, -190, 138, 138, 'url(#halo-globe)'),
      ellipse(-48, -246, 42, 26, '#fff', 'opacity=".85" transform="rotate(-38 -48 -246)"'),
      line('M-166 -190A166 40 0 0 0 166 -190', 'url(#halo-brass)', 15),
      line('M-150 -173A166 40 0 0 0 -20 -151', '#fbe9b8', 4, 'opacity=".9"'),
    ],
    [
      radial('halo-glow', [
        [0, '#fff4d4', 0.95],
        [0.5, '#fff0c8', 0.4],
        [1, '#fff0c8', 0],
      ]),
      radial(
        'halo-globe',
        [
          [0, '#fffdf6'],
          [0.62, '#fff3d8'],
          [1, '#e8cf9f'],
        ],
        'cx="42%" cy="38%" r="66%"',
      ),
      linear('halo-brass', [
        [0, '#b98d3e'],
        [0.35, '#f0d489'],
        [0.65, '#c79a48'],
        [1, '#8f6a2a'],
      ]),
    ],
  );
}

/** Black frame, four panes, a lit candle and a leather strap. */
export function emberLantern(): Drawing {
  const candle = [
    ellipse(0, -150, 190, 190, 'url(#ember-glow)'),
    rect(-38, -128, 76, 116, 'url(#ember-wax)', 6),
    ellipse(0, -128, 38, 10, '#fff6e2'),
    line('M0 -128V-142', '#4a3a2c', 4),
    path('M0 -206C26 -176 24 -140 0 -138C-24 -140 -26 -176 0 -206Z', 'url(#ember-flame)'),
    path('M0 -176C10 -160 9 -144 0 -143C-9 -144 -10 -160 0 -176Z', '#fff8dc'),
  ].join('\n');
  return draw(
    [
      line('M-58 -318C-70 -420 70 -420 58 -318', '#9a5f34', 15),
      line('M-58 -318C-70 -420 70 -420 58 -318', '#c58450', 5, 'opacity=".8"'),
      rect(-112, -262, 224, 250, '#fbe6bd', 0, 'opacity=".55"'),
      candle,
      path('M-100 -250L-58 -250L-92 -24H-100Z', '#fff', 'opacity=".42"'),
      path('M40 -250L66 -250L30 -24H12Z', '#fff', 'opacity=".2"'),
      line('M-112 -262V-14M112 -262V-14', '#2b2a2c', 13),
      line('M0 -262V-236M0 -30V-14', '#2b2a2c', 8),
      path('M-128 -262H128L84 -316H-84Z', 'url(#ember-roof)'),
      rect(-134, -270, 268, 16, '#232224', 5),
      rect(-70, -330, 140, 16, '#2b2a2c', 6),
      rect(-132, -22, 264, 22, '#2b2a2c', 6),
      rect(-128, -20, 256, 5, '#55524f', 2, 'opacity=".8"'),
    ],
    [
      radial('ember-glow', [
        [0, '#ffd98a', 0.9],
        [0.5, '#ffc76a', 0.35],
        [1, '#ffc76a', 0],
      ]),
      linear('ember-wax', [
        [0, '#fffaf0'],
        [0.6, '#f3e4c8'],
        [1, '#d9c29a'],
      ]),
      linear(
        'ember-flame',
        [
          [0, '#f9a13c'],
          [0.7, '#ffd266'],
          [1, '#fff1b8'],
        ],
        90,
      ),
      linear('ember-roof', [
        [0, '#4b494a'],
        [0.5, '#343334'],
        [1, '#1f1e20'],
      ]),
    ],
  );
}
