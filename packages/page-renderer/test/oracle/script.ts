/// <reference lib="dom" />
/** The script of the pages of the oracle. */
import type { FrameWork, OraclePage, Step, WorkerStep } from './pages.ts';
import { FRAME_WORK } from './pages.ts';

interface Around {
  otherSite: string;
  /** The address to which the page navigates. */
  next: string | undefined;
}

export function pageHtml(page: OraclePage, { otherSite, next }: Around): string {
  const names = page.marks.map(({ name }) => name).join(' ');
  const before = { nothing: '', marks: names, skeleton: 'Loading' }[page.before];
  const marks = page.marks.map(({ steps, ...mark }) => ({ ...mark, steps }));
  const frames = Object.fromEntries(FRAME_WORK.map((by) => [by, frameScript(by, 'MILLISECONDS')]));
  const escaped = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  const data = escaped({ marks, next: page.next && { ...page.next, page: undefined, url: next }, otherSite });
  return `<!doctype html><meta charset=utf-8><title>oracle</title><style>.moved { width: 200px; transition-property: width }</style>
<div id=app>${before}</div><script>
${String(runPage)}
${STEPS}
const FRAMES = ${escaped(frames)};
runPage(${data}, runStep);
</script>${page.loadAfter > 0 ? `<img src="/image.gif?wait=${page.loadAfter}&id=load">` : ''}`;
}

/** The step of a page at which a mark is missing. */
export function stepOf(html: string, { name, steps }: OraclePage['marks'][number]): string {
  const [, at = ''] = new RegExp(`data-${name}="(\\d+)"`).exec(html) ?? [];
  return `${name} at ${at}, ${steps[Number(at)]?.do}`;
}

/** A mark that does not occur elsewhere in the page. */
export const markText = (name: string): string => `[${name} is here]`;

interface PageData {
  marks: Array<{ name: string; place: string; steps: Step[] }>;
  next?: { steps: Step[]; by: string; url: string };
  otherSite: string;
}

/** Runs in the page. */
function runPage(
  { marks, next, otherSite }: PageData,
  runStep: (step: Step, otherSite: string) => Promise<unknown>,
): void {
  const app = document.getElementById('app') as HTMLElement;
  app.replaceChildren();
  const run = async (steps: Step[], name = 'next') => {
    for (const [index, step] of steps.entries()) {
      // The current step, for a missing mark.
      document.documentElement.setAttribute(`data-${name}`, `${index}`);
      await runStep(step, otherSite);
    }
  };
  const show = ({ name, place }: { name: string; place: string }) => {
    const text = `[${name} is here]`;
    const holder = document.createElement('p');
    if (place === 'attribute') holder.title = text;
    else if (place.endsWith('shadow')) {
      holder.attachShadow({ mode: place.startsWith('open') ? 'open' : 'closed' }).append(text);
    } else holder.append(text);
    app.append(holder);
  };
  for (const mark of marks) void run(mark.steps, mark.name).then(() => show(mark));
  if (!next) return;
  void run(next.steps).then(() => {
    if (next.by === 'replace') return location.replace(next.url);
    const meta = document.createElement('meta');
    meta.httpEquiv = 'refresh';
    meta.content = `${next.by === 'slow refresh' ? 1 : 0}; url=${next.url}`;
    return document.head.append(meta);
  });
}

/** Computes in parts of 30 ms, each a task, a continuation or an idle callback. */
const IN_PARTS = `const busy = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };
  const inParts = async (ms, next) => { for (let left = ms; left > 0; left -= 30) { await next(); busy(Math.min(left, 30)); } };
  const background = () => scheduler.postTask(() => {}, { priority: 'background' });`;

export function workerScript(): string {
  return `${IN_PARTS} onmessage = async ({ data }) => {
    for (const step of data) {
      if (step.do === 'fetch') await (await fetch('/text?wait=' + step.wait)).text();
      else if (step.do === 'timer') await new Promise((resolve) => setTimeout(resolve, step.wait));
      else if (step.do === 'tasks') await inParts(step.wait, background);
      else if (step.do === 'yields') await inParts(step.wait, () => scheduler.yield());
      else busy(step.wait);
    }
    postMessage('done');
  };` satisfies string & { steps?: WorkerStep[] };
}

/** The script of a frame. */
export function frameScript(by: FrameWork, wait: number | string): string {
  const tell = `() => parent.postMessage('told', '*')`;
  const work: Record<FrameWork, string> = {
    timer: `setTimeout(${tell}, ${wait})`,
    fetch: `fetch('/text?wait=${wait}').then((r) => r.text()).then(${tell})`,
    tasks: `${IN_PARTS} inParts(${wait}, background).then(${tell})`,
    idles: `${IN_PARTS} inParts(${wait}, () => new Promise(requestIdleCallback)).then(${tell})`,
  };
  return `<!doctype html><script>${work[by]}</script>`;
}

/** The implementation of each step, in the page. */
const STEPS = String.raw`
// A timer that comes too early, by any clock, is an error.
const clocks = () => [performance.now(), Date.now(), new Date().getTime(), new Event('now').timeStamp];
const wait = (ms) => new Promise((resolve) => {
  const begun = clocks();
  setTimeout(() => {
    const ended = clocks();
    if (ended.every((time, index) => time - begun[index] >= ms - 2)) resolve();
    else document.documentElement.dataset.early = ended.map((time, index) => time - begun[index]).join() + ' of ' + ms;
  }, ms);
});
const once = (make) => new Promise(make);
const compute = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); };
let ids = 0;
const callbacks = {};
window.loaded = (id) => callbacks[id]();
const DO = {
  timer: ({ wait: ms }) => wait(ms),
  'text-timer': ({ wait: ms }) => once((resolve) => {
    const id = 'text' + (ids += 1);
    callbacks[id] = resolve;
    setTimeout('window.loaded("' + id + '")', ms);
  }),
  interval: ({ wait: ms, times }) => once((resolve) => {
    let called = 0;
    const interval = setInterval(() => {
      called += 1;
      if (called < times) return;
      clearInterval(interval);
      resolve();
    }, ms);
  }),
  frames: ({ count }) => once((resolve) => {
    const next = (left) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)));
    next(count);
  }),
  idle: () => once((resolve) => requestIdleCallback(resolve)),
  task: () => once((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  }),
  slices: ({ count, busy }) => once((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let left = count;
    port1.onmessage = () => {
      for (const end = performance.now() + busy; performance.now() < end; );
      left -= 1;
      if (left === 0) resolve();
      else port2.postMessage(0);
    };
    port2.postMessage(0);
  }),
  toggles: ({ count, busy }) => once((resolve) => {
    const details = document.body.appendChild(document.createElement('details'));
    let left = count;
    details.ontoggle = () => {
      for (const end = performance.now() + busy; performance.now() < end; );
      left -= 1;
      if (left === 0) resolve();
      else details.open = !details.open;
    };
    details.open = true;
  }),
  posted: async ({ priority, count, busy }) => {
    const controller = new TaskController({ priority: 'background' });
    const options = priority === 'changing' ? { signal: controller.signal } : { priority };
    for (let left = count; left > 0; left -= 1) {
      const ran = scheduler.postTask(() => compute(busy), options);
      if (priority === 'changing') controller.setPriority(left % 2 ? 'user-visible' : 'background');
      await ran;
    }
  },
  yields: async ({ from, count, busy }) => {
    const inParts = async () => {
      for (let left = count; left > 0; left -= 1) {
        compute(busy);
        await scheduler.yield();
      }
    };
    await (from === 'script' ? inParts() : scheduler.postTask(inParts, { priority: from }));
  },
  idles: async ({ timeout, count, busy }) => {
    for (let left = count; left > 0; left -= 1) {
      await once((resolve) => requestIdleCallback(resolve, timeout ? { timeout } : undefined));
      compute(busy);
    }
  },
  mixed: async ({ count, busy }) => {
    const background = () => scheduler.postTask(() => {}, { priority: 'background' });
    const kinds = [background, DO.task, DO.idle, background, () => scheduler.yield(), () => wait(0), background, () => DO.frames({ count: 1 })];
    for (let left = count; left > 0; left -= 1) {
      await kinds[left % kinds.length]();
      compute(busy);
    }
  },
  'delayed-task': ({ priority, wait: ms }) => scheduler.postTask(() => {}, { priority, delay: ms }),
  observers: ({ count }) => once((resolve) => {
    const next = (left) => {
      if (left === 0) return resolve();
      const observer = new IntersectionObserver(() => { observer.disconnect(); next(left - 1); });
      observer.observe(document.getElementById('app'));
    };
    next(count);
  }),
  fetch: async ({ wait: ms }) => (await fetch('/text?wait=' + ms)).text(),
  xhr: ({ wait: ms }) => once((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', '/text?wait=' + ms);
    request.onload = resolve;
    request.send();
  }),
  stream: async ({ gap, parts }) => (await fetch('/stream?wait=' + gap + '&parts=' + parts)).text(),
  parts: async ({ gap, parts }) => {
    const reader = (await fetch('/stream?wait=' + gap + '&parts=' + parts)).body.getReader();
    while (!(await reader.read()).done);
  },
  head: ({ wait: ms }) => fetch('/head?wait=' + ms),
  import: ({ wait: ms }) => import('/module.js?wait=' + ms + '&id=' + (ids += 1)),
  script: ({ wait: ms }) => once((resolve) => {
    const id = 'script' + (ids += 1);
    callbacks[id] = resolve;
    document.head.append(Object.assign(document.createElement('script'), { src: '/classic.js?wait=' + ms + '&id=' + id }));
  }),
  image: ({ wait: ms }) => once((resolve) => {
    const image = new Image();
    image.onload = resolve;
    image.src = '/image.gif?wait=' + ms + '&id=' + (ids += 1);
  }),
  worker: ({ waits }) => once((resolve) => {
    const worker = new Worker('/worker.js');
    worker.onmessage = resolve;
    worker.postMessage(waits);
  }),
  'event-source': ({ wait: ms }) => once((resolve) => {
    const source = new EventSource('/events?wait=' + ms);
    source.addEventListener('mark', () => { source.close(); resolve(); });
  }),
  socket: ({ wait: ms }) => once((resolve) => {
    const socket = new WebSocket('ws://' + location.host + '/?wait=' + ms);
    socket.onmessage = () => { socket.close(); resolve(); };
  }),
  derive: async ({ iterations }) => {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']);
    return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(8), iterations }, key, 256);
  },
  database: () => once((resolve) => {
    const open = indexedDB.open('oracle' + (ids += 1));
    open.onupgradeneeded = () => open.result.createObjectStore('store');
    open.onsuccess = () => {
      const write = open.result.transaction('store', 'readwrite').objectStore('store').put('value', 'key');
      write.onsuccess = () => { open.result.close(); resolve(); };
    };
  }),
  far: () => once((resolve) => {
    const last = document.createElement('footer');
    const far = document.createElement('div');
    far.style.height = '3000px';
    document.body.append(far, last);
    new IntersectionObserver(([entry], observer) => {
      if (!entry.isIntersecting) return;
      observer.disconnect();
      resolve();
    }).observe(last);
  }),
  mutation: () => once((resolve) => {
    const observer = new MutationObserver(() => { observer.disconnect(); resolve(); });
    observer.observe(document.body, { attributes: true });
    document.body.dataset.mutated = ids += 1;
  }),
  intersection: () => once((resolve) => {
    const seen = document.getElementById('app');
    new IntersectionObserver(([entry], observer) => { observer.disconnect(); resolve(); }).observe(seen);
  }),
  resize: () => once((resolve) => {
    const box = document.body.appendChild(document.createElement('i'));
    new ResizeObserver((_, observer) => { observer.disconnect(); resolve(); }).observe(box);
  }),
  element: () => once((resolve) => {
    const name = 'x-' + (ids += 1);
    customElements.define(name, class extends HTMLElement { connectedCallback() { resolve(); } });
    document.body.append(document.createElement(name));
  }),
  frame: ({ kind, by, wait: ms }, otherSite) => once((resolve) => {
    const frame = document.createElement('iframe');
    const heard = ({ source }) => {
      if (source !== frame.contentWindow) return;
      removeEventListener('message', heard);
      resolve();
    };
    addEventListener('message', heard);
    const path = '/frame.html?by=' + by + '&for=' + ms;
    if (kind === 'srcdoc') frame.srcdoc = FRAMES[by].replaceAll('MILLISECONDS', ms);
    else frame.src = kind === 'other-site' ? otherSite + path : path;
    document.body.append(frame);
  }),
  transition: ({ wait: ms }) => once((resolve) => {
    const box = document.body.appendChild(document.createElement('div'));
    box.style.cssText = 'width: 100px; height: 1px; transition: width ' + ms + 'ms';
    box.addEventListener('transitionend', resolve);
    box.getBoundingClientRect();
    box.style.width = '200px';
  }),
};
const runStep = (step, otherSite) => DO[step.do](step, otherSite);
`;
