// `npm run ledger:check`, `db:backup`, `db:restore`: prepared like `npm start`, then the command.
import { prepare } from './prepare.mjs';
import { StepError } from './steps.mjs';

try {
  await prepare();
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exit(1);
}
await import('../build/host/command.js');
