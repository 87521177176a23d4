let isWarned = false;

/**
 * Says once in a process that `origin` is missing: it works without, so that it is no error, and it is easily forgotten.
 * On Node as a warning with a code, which `--disable-warning=RENDER_MIDDLEWARE_NO_ORIGIN` silences.
 */
export function warnWithoutOrigin(): void {
  if (isWarned) return;
  isWarned = true;
  const message =
    'origin is not set, so the address to render is taken from the Host header, which visitors choose; ' +
    "set it to the site's public origin, such as https://shop.example";
  // Edge runtimes have no such object, or one that can't warn.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  if (process?.emitWarning)
    process.emitWarning(message, { type: 'RenderMiddleware', code: 'RENDER_MIDDLEWARE_NO_ORIGIN' });
  else console.warn(`render-middleware: ${message}`);
}
