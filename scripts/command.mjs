// `npm run ledger:check`, `db:backup`, `db:restore`, `docs:api`.
import fs from 'node:fs';
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { root, StepError } from './steps.mjs';

// What is about the data uses the program as it was built: preparing could install packages anew under a running server,
// and people who run it may not write there. What is about the program needs its latest state.
const isAboutProgram = process.argv[2] === 'api-docs';
if (isAboutProgram || !fs.existsSync(path.join(root, 'build/host/command.js'))) {
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
await import('../build/host/command.js');
