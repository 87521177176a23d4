/** Further sources that never end, each a kind of its own; see `never-at-rest.ts`. */
export const MORE_SOURCES = {
  XMLHttpRequests: (wait) => `let n = 0; const ask = () => {
      const request = new XMLHttpRequest();
      request.open('GET', '/text?wait=5');
      request.onload = () => { run(n += 1); setTimeout(ask, ${wait}); };
      request.send();
    };
    ask();`,
  'pictures that count': (wait) => `let n = 0; setInterval(() => {
      const picture = new Image();
      picture.onload = () => run(n += 1);
      picture.src = '/image.gif?t=' + Date.now() + Math.random();
    }, ${wait});`,
  'scripts that are loaded again': (wait) => `let n = 0; window.loaded = () => run(n += 1);
    const add = () => {
      const script = document.createElement('script');
      script.src = '/classic.js?id=1&_=' + Date.now();
      script.onload = () => { script.remove(); setTimeout(add, ${wait}); };
      document.head.append(script);
    };
    add();`,
  beacons: (wait) => `let n = 0; setInterval(() => { navigator.sendBeacon('/text', 'x'); run(n += 1); }, ${wait});`,
  'channels between windows': (wait) => `let n = 0;
    const [here, there] = [new BroadcastChannel('c'), new BroadcastChannel('c')];
    there.onmessage = () => { run(n += 1); setTimeout(() => here.postMessage(0), ${wait}); };
    here.postMessage(0);`,
  'messages to the own window': () => `let n = 0;
    addEventListener('message', () => { run(n += 1); postMessage(0, '*'); });
    postMessage(0, '*');`,
  'workers that report': (wait) => `let n = 0;
    const worker = new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(0), ${wait})'])));
    worker.onmessage = () => run(n += 1);`,
  'observers of attributes': (wait) => `let n = 0; const mark = document.createElement('i');
    document.body.append(mark);
    new MutationObserver(() => { run(n += 1); setTimeout(() => { mark.className = 'c' + n; }, ${wait}); }).observe(mark, { attributes: true });
    mark.className = 'a';`,
  'observers of sizes': () => `let n = 0; const box = document.createElement('div');
    box.style.cssText = 'width: 10px; height: 1px; overflow: hidden';
    document.body.append(box);
    new ResizeObserver(() => { run(n += 1); requestAnimationFrame(() => { box.style.width = 10 + (n % 2) + 'px'; }); }).observe(box);`,
  'observers of what is seen': () => `let n = 0; const box = document.createElement('div');
    box.style.cssText = 'width: 10px; height: 1px';
    document.body.append(box);
    new IntersectionObserver(() => { run(n += 1); box.style.display = n % 2 ? 'none' : 'block'; }).observe(box);`,
  'transitions that follow each other': (wait) => `let n = 0; const heading = document.querySelector('h1');
    getComputedStyle(heading).opacity;
    heading.style.transition = 'opacity ${wait}ms';
    heading.addEventListener('transitionend', () => { run(n += 1); heading.style.opacity = n % 2 ? 0.9 : 0.8; });
    heading.style.opacity = 0.8;`,
  'animations that follow each other': (wait) => `let n = 0; const heading = document.querySelector('h1');
    const again = () => heading.animate({ opacity: [0.9, 1] }, ${wait}).finished.then(() => { run(n += 1); again(); });
    again();`,
  'idle callbacks': () => `let n = 0; const again = () => { requestIdleCallback(again); run(n += 1); }; again();`,
  'tasks with a delay': (wait) => `let n = 0;
    const again = () => scheduler.postTask(() => { run(n += 1); again(); }, { delay: ${wait} });
    again();`,
  'the address': (wait) =>
    `let n = 0; setInterval(() => { history.replaceState(null, '', '#' + (n % 2)); run(n += 1); }, ${wait});`,
  'files that are read': (wait) => `let n = 0; const again = () => {
      const reader = new FileReader();
      reader.onload = () => { run(n += 1); setTimeout(again, ${wait}); };
      reader.readAsText(new Blob(['x']));
    };
    again();`,
  'canvases that become pictures': (wait) => `let n = 0; const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 9;
    const again = () => {
      canvas.getContext('2d').fillRect(0, 0, n % 9, 9);
      canvas.toBlob(() => { run(n += 1); setTimeout(again, ${wait}); });
    };
    again();`,
  caches: (wait) => `let n = 0; (async () => {
      const cache = await caches.open('n');
      for (;;) {
        await cache.put('/k', new Response(String(n)));
        await cache.match('/k');
        run(n += 1);
        await new Promise((resolve) => setTimeout(resolve, ${wait}));
      }
    })();`,
  'storage of a frame, and its events': (wait) => `let n = 0; const frame = document.createElement('iframe');
    frame.hidden = true;
    document.body.append(frame);
    addEventListener('storage', () => run(n += 1));
    setInterval(() => frame.contentWindow.localStorage.setItem('k', String(Math.random())), ${wait});`,
  'parts of an own stream': (wait) => `let n = 0; (async () => {
      const pull = async (control) => {
        await new Promise((resolve) => setTimeout(resolve, ${wait}));
        control.enqueue(n);
      };
      for await (const part of new ReadableStream({ pull })) run(n += 1);
    })();`,
  'bitmaps that are decoded': (wait) => `let n = 0; const again = async () => {
      (await createImageBitmap(new ImageData(2, 2))).close();
      run(n += 1);
      setTimeout(again, ${wait});
    };
    again();`,
  'requests that are aborted': (wait) => `let n = 0; setInterval(() => {
      const control = new AbortController();
      fetch('/text?wait=900', { signal: control.signal }).catch(() => run(n += 1));
      setTimeout(() => control.abort(), 20);
    }, ${wait});`,
  'requests that fail': (wait) => `let n = 0; const again = async () => {
      try { await fetch('http://127.0.0.1:1/x'); } catch {}
      run(n += 1);
      setTimeout(again, ${wait});
    };
    again();`,
} satisfies Record<string, (wait: number) => string>;
