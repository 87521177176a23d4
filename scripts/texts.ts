/**
 * `node scripts/texts.ts [FOLDER...]`: writes the modules of texts from their JSON files, by default those of policy-engine. Part of
 * `npm run generate`; runs before the build, which needs them.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf, foldersOfTexts, GENERATED, moduleOf } from './texts/catalogue.ts';

const folders =
  process.argv.length > 2 ? process.argv.slice(2).map((folder) => path.resolve(folder)) : foldersOfTexts();
for (const folder of folders) writeFileSync(path.join(folder, GENERATED), moduleOf(folder, filesOf(folder)));
