/** A browser that can be launched. */
export interface BrowserBinary {
  executablePath: string;
  /** `headless-shell` is the small build without a user interface. */
  kind: 'headless-shell' | 'chromium';
  /** Environment variables that it needs in addition to those of the service. */
  env?: Record<string, string>;
}
