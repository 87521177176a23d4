/** A process that applies retention and dies: `node retain-and-die.ts <database url> <call>`. */
import { retainAll } from '../retaining.ts';

const [, , url = '', dieAt = '0'] = process.argv;
process.stdout.write(String(await retainAll({ url, dieAt: Number(dieAt) })));
