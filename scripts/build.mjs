// Builds everything: the database client, the packages with their commands, the web application, and the host that
// serves it.
// `node scripts/build.mjs packages` builds only those, `… app` everything else, `… host` only the host.
import { buildOrExit } from './prepare.mjs';

await buildOrExit(process.argv[2]);
