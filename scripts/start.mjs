// `npm start`: one command from a fresh clone to a running server.
import { prepareOrExit } from './prepare.mjs';

await prepareOrExit();
await import('../build/host/index.js');
