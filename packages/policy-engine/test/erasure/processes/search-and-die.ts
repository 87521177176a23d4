/** A worker that dies during a later search: `node search-and-die.ts <database url> <call> <days> <later jobs>`. */
import { searchAgain } from '../erasing.ts';

const [, , url = '', dieAt = '0', days = '0', later = '0'] = process.argv;
process.stdout.write(
  String(await searchAgain({ url, dieAt: Number(dieAt), days: Number(days), later: Number(later) })),
);
