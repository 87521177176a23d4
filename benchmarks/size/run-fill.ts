/** `run-fill.ts URL EVENTS`: fills a database, in a process of its own. Prints the keys that signed. */
import { open } from './database.ts';
import { fill } from './fill.ts';

const [, , url = '', events = '0'] = process.argv;
const { database, engine, close } = await open(url);
await fill(database, engine, Number(events));
for (const vkey of await engine.ledger.vkeys()) console.log(vkey);
await close();
