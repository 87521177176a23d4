/** The places in the compiled package that compose or send SQL, and which of them a run has not reached. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));

/** What composes SQL from text, begins a query, or sends one. */
const SITE =
  /\bsql`|\bnew StatementText\(|\bkeyIs\(|\.(?:selectFrom|insertInto|updateTable|deleteFrom|execute|executeTakeFirst|executeTakeFirstOrThrow)\(/g;

/** Notes which code runs from now on. */
export class Coverage {
  readonly #session: Session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The places that did not run: `file: line of code`. */
  async unreached(): Promise<string[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const reached = new Map(result.map((script) => [script.url, script]));
    const left: string[] = [];
    for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.js')) continue;
      const script = reached.get(pathToFileURL(path.join(DIST, file)).href);
      const source = readFileSync(path.join(DIST, file), 'utf8');
      for (const { index } of source.matchAll(SITE)) {
        const line = source
          .slice(source.lastIndexOf('\n', index) + 1)
          .split('\n', 1)[0]!
          .trim();
        if (/^(?:\*|\/\/|\/\*)/.test(line)) continue;
        if (script === undefined || countAt(script, index) === 0) left.push(`${file}: ${line}`);
      }
    }
    return [...new Set(left)].toSorted();
  }
}

/** How often the innermost block around a place ran. */
function countAt({ functions }: Profiler.ScriptCoverage, place: number): number {
  let innermost = { size: Number.POSITIVE_INFINITY, count: 0 };
  for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
    const size = endOffset - startOffset;
    if (startOffset <= place && place < endOffset && size <= innermost.size) innermost = { size, count };
  }
  return innermost.count;
}
