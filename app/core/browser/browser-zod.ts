import * as z from 'zod/mini';

// Compiled schemas need `new Function`, which our content security policy forbids in the browser. The setting is global
// and also applies to the server's rendering of the same components.
if (typeof document !== 'undefined') z.config({ jitless: true });

/** zod-mini, for browser code. */
export { z };
