let isWarned = false;

/**
 * Warns once per process that `origin` is missing: this is allowed, so it is not an error, but it is easily forgotten.
 * On Node it is a warning with a code, which `--disable-warning=RENDER_MIDDLEWARE_NO_ORIGIN` disables.
 */
export function warnWithoutOrigin(): void {
  if (isWarned) return;
  isWarned = true;
  const message =
    'origin is not set, so the address to render is taken from the Host header, which visitors control; ' +
    "set it to the site's public origin, such as https://shop.example";
  // Edge runtimes have no such object, or one that cannot warn.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  if (process?.emitWarning)
    process.emitWarning(message, { type: 'RenderMiddleware', code: 'RENDER_MIDDLEWARE_NO_ORIGIN' });
  else console.warn(`render-middleware: ${message}`);
}
