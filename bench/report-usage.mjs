// Loaded before a measured program: writes what it has used to USAGE_FILE when it ends.
import fs from 'node:fs';

if (process.env.USAGE_FILE) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    fs.writeFileSync(
      process.env.USAGE_FILE,
      JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMiB: maxRSS / 1024 }),
    );
  });
}
