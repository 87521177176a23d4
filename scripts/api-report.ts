/** Writes the API report of every package; part of `npm run generate`. */
import { writeFileSync } from 'node:fs';
import { apis, reportOf } from './api/report.ts';

for (const api of apis()) writeFileSync(api.file, reportOf(api));
