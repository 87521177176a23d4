/** Imports a file and is killed once a part of it is written: `import-and-die.ts URL FILE`. */
import { connectDatabase } from 'policy-engine';
import { engineOn } from '../../proof/support.ts';

const [url = '', file = ''] = process.argv.slice(2);
const engine = engineOn(await connectDatabase(url));
await engine.importDecisions(file, {
  onProgress: ({ imported }) => {
    if (imported > 0) process.kill(process.pid, 'SIGKILL');
  },
});
