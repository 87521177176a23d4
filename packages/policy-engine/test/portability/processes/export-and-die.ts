/** A worker that dies: `node export-and-die.ts <database url> <folder> <smtp port> <point>`. */
import { workOnExports } from '../exporting.ts';

const [, , url = '', folder = '', port = '', point = ''] = process.argv;
await workOnExports({ url, folder, smtpPort: Number(port), point });
