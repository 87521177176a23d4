/** The package has no types. */
declare module 'parse-srcset' {
  /** A candidate of a `srcset`: its address, and its width, height or density. */
  export interface Candidate {
    url: string;
    w?: number;
    h?: number;
    d?: number;
  }
  /** Parses a `srcset` as browsers do (HTML §4.8.4.3.10); candidates that a browser ignores are missing. */
  export default function parseSrcset(value: string): Candidate[];
}
