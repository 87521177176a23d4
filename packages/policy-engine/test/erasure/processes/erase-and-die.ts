/** A worker that dies: `node erase-and-die.ts <database url> <journal> <call>`. */
import { eraseAll } from '../erasing.ts';

const [, , url = '', journal = '', dieAt = '0'] = process.argv;
process.stdout.write(String(await eraseAll({ url, journal, dieAt: Number(dieAt) })));
