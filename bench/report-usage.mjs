// Preloaded into a measured program: writes its resource usage to USAGE_FILE on exit.
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
