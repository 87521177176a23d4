import { hostSuite } from './suite.ts';

hostSuite({
  name: 'bare fetch',
  start: async (engine) => ({
    request: (path, init) => engine.fetch(new Request(`http://127.0.0.1${path}`, init)),
    close: async () => {},
  }),
});
