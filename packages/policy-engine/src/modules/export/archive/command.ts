import { type CommandDefinition, defineCommand, onlyFile } from '../../../cli/command.ts';
import { verifyExport } from './verify.ts';

/** `policy-engine export verify`: for the person, or whoever they handed their data to. */
export const verifyExportCommand: CommandDefinition = defineCommand({
  name: 'export verify',
  usage: 'FILE.zip',
  summary: 'check a person’s export against its manifest',
  details: 'Prints a line for each file that is missing, changed or was added, and exits with 1 if there are any.',
  options: {},
  takesWords: true,
  example: 'npx --offline policy-engine export verify export.zip',
  async run({ words, print }) {
    const { ok, files, bytes, createdAt, failed } = await verifyExport(
      onlyFile(words, 'export verify FILE.zip'),
      ({ code, path }) => print(`${code}: ${path}`),
    );
    const missing = failed === 0 ? '' : `; ${failed} images, files or texts were missing when it was made`;
    print(`${files} files with ${bytes} bytes are unchanged since ${createdAt ?? 'an unknown day'}${missing}.`);
    print(ok ? 'The export is complete and unchanged.' : 'The export was changed.');
    return ok ? 0 : 1;
  },
});
