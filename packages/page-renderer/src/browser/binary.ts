/** A browser that can be launched. */
export interface BrowserBinary {
  executablePath: string;
  /** `headless-shell` is the small build without a user interface. */
  kind: 'headless-shell' | 'chromium';
  /** Environment variables it needs on top of the service's own. */
  env?: Record<string, string>;
}
