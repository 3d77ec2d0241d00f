// Builds everything: the database client, the packages with their commands, the web application, and the host that
// serves it.
// `node scripts/build.mjs packages` builds those alone, `… app` the rest, `… host` leaves the application as it is, too.
import { buildOrExit } from './prepare.mjs';

await buildOrExit(process.argv[2]);
