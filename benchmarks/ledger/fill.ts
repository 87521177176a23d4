/** `fill.ts URL PEOPLE`: creates a sealed ledger. Prints the keys that signed it. */
import { fill } from './ledger.ts';

const [, , url = ':memory:', people = '1000'] = process.argv;
const { vkeys } = await fill(url, Number(people));
for (const vkey of vkeys) console.log(vkey);
