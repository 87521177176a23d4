/** Pages that never rest, and twins of them that bring content late. */
import { MORE_SOURCES } from './more-sources.ts';

/** Sources that never end: each calls `run` again and again, with the number of the call. */
export const SOURCES = {
  intervals: (wait) => `let n = 0; setInterval(() => run(n += 1), ${wait});`,
  'frame loops': () => `let n = 0; const draw = () => { requestAnimationFrame(draw); run(n += 1); }; draw();`,
  'chains of timers': (wait) => `let n = 0; const next = () => { setTimeout(next, ${wait}); run(n += 1); }; next();`,
  'requests of an interval': (wait) =>
    `let n = 0; setInterval(async () => { await (await fetch('/text?wait=5')).text(); run(n += 1); }, ${wait});`,
  'chains of timers and requests': (wait) => `(async () => {
      for (let n = 1; ; n += 1) {
        await (await fetch('/text?wait=5')).text();
        run(n);
        await new Promise((resolve) => setTimeout(resolve, ${wait}));
      }
    })();`,
  messages: () => `let n = 0; const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { run(n += 1); port2.postMessage(0); };
    port2.postMessage(0);`,
  locks: () => `(async () => { for (let n = 1; ; n += 1) await navigator.locks.request('lock', () => run(n)); })();`,
  digests: (wait) => `(async () => {
      for (let n = 1; ; n += 1) {
        await crypto.subtle.digest('SHA-256', new Uint8Array(${wait}));
        run(n);
        await new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); });
      }
    })();`,
  storage: () => `const open = indexedDB.open('never-at-rest'); let n = 0;
    open.onupgradeneeded = () => open.result.createObjectStore('store');
    open.onsuccess = () => {
      const again = () => {
        run(n += 1);
        const write = open.result.transaction('store', 'readwrite');
        write.objectStore('store').put(n, 'key');
        write.oncomplete = again;
      };
      again();
    };`,
  'documents written anew': (wait) => `let n = 0; const html = '<h1>there</h1><p id=app>first</p>';
    addEventListener('load', () => {
      document.write(html);
      setInterval(() => run(n += 1), ${wait});
    });`,
  ...MORE_SOURCES,
} satisfies Record<string, (wait: number) => string>;

/** A kind of page that never rests. */
export type SourceName = keyof typeof SOURCES;

/** Delays between two runs, in milliseconds; sources without a delay run as often as they can. */
export const WAITS: readonly number[] = [40, 150, 300, 450];

/** Ways to bring content late, within the bounds of docs/complete.md. `run` is called by the source. */
export const LATE = {
  'a timer': `setTimeout(show, 1700); const run = () => {};`,
  'a request': `fetch('/text?wait=2600').then((answer) => answer.text()).then(show); const run = () => {};`,
  'its third run': `const run = (n) => { if (n === 3) show(); };`,
  'a run after others that changed the page': `const begun = performance.now(); let isShown = false;
    const run = (n) => {
      if (isShown) return;
      document.title = 'run ' + n;
      if (performance.now() - begun > 1450) { isShown = true; show(); }
    };`,
} satisfies Record<string, string>;

/** A way to bring content late. */
export type LateName = keyof typeof LATE;

/** The text that a twin shows late. */
export const LATE_TEXT = '[late content is here]';

/** A page that never rests; with `late`, its twin that brings content. */
export function neverAtRest(source: SourceName, wait: number, late?: LateName): string {
  return `<!doctype html><meta charset=utf-8><title>never at rest</title><body><h1>there</h1><p id=app>first</p><script>
    const show = () => { (document.body ?? document.documentElement).append('[late content ' + 'is here]'); };
    ${late ? LATE[late] : 'const run = () => {};'}
    ${SOURCES[source](wait)}
  </script>`;
}

/** Four pages of each kind, each with the way of its twin. */
export const NEVER_AT_REST: ReadonlyArray<{ source: SourceName; wait: number; late: LateName }> = (
  Object.keys(SOURCES) as SourceName[]
).flatMap((source) =>
  (Object.keys(LATE) as LateName[]).map((late, index) => ({ source, wait: WAITS[index] ?? 0, late })),
);
