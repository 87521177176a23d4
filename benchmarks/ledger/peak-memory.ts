/** `node --import peak-memory.ts …`: at the end, the process says on its standard error what its memory came to at most. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const megabytes = process.resourceUsage().maxRSS / 1000;
  writeSync(2, `peak memory: ${megabytes.toFixed(0)} MB\n`);
});
