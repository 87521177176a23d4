/** `node --import peak-memory.ts …`: at its end, the process prints its peak memory and processor time to standard error. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const [megabytes, seconds] = [maxRSS / 1000, (userCPUTime + systemCPUTime) / 1e6];
  writeSync(2, `peak memory: ${megabytes.toFixed(0)} MB, processor: ${seconds.toFixed(1)} s\n`);
});
