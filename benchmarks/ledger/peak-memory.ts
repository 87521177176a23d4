/** `node --import peak-memory.ts …`: at its end, the process prints its peak memory to standard error. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const megabytes = process.resourceUsage().maxRSS / 1000;
  writeSync(2, `peak memory: ${megabytes.toFixed(0)} MB\n`);
});
