// `npm run ledger:check`, `db:backup`, `db:restore`, `data:export`, `data:import`, `docs:api`.
import fs from 'node:fs';
import path from 'node:path';
import { prepareOrExit } from './prepare.mjs';
import { root } from './steps.mjs';

// What is about the data uses the program as it was built: preparing could install packages anew under a running server,
// and people who run it may not write there. What is about the program needs its latest state.
const isAboutProgram = process.argv[2] === 'api-docs';
if (isAboutProgram || !fs.existsSync(path.join(root, 'build/host/command.js'))) await prepareOrExit();
await import('../build/host/run-command.js');
