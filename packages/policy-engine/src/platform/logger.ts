/** Where failures are logged; `details` never leaves the server. */
export interface WebLogger {
  error(message: string, details: Readonly<Record<string, unknown>>): void;
}
