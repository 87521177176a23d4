/** `policy-engine export …`: what the person, or whoever they handed their data to, runs. */
import { verifyExport } from './verify.ts';

/** Verifies an export: a line per finding, then a summary. @returns the exit code: 0 if nothing was found, else 1 */
export async function verifyExportCommand(file: string, print: (line: string) => void): Promise<number> {
  const { ok, files, bytes, createdAt, failed } = await verifyExport(file, ({ code, path }) =>
    print(`${code}: ${path}`),
  );
  const missing = failed === 0 ? '' : `; ${failed} images could not be fetched when it was made`;
  print(`${files} files with ${bytes} bytes are as they were on ${createdAt ?? 'an unknown day'}${missing}.`);
  print(ok ? 'The export is whole.' : 'The export is not what it was.');
  return ok ? 0 : 1;
}
