import * as z from 'zod/mini';

// Compiled checks need `new Function`, which our content security policy rightly forbids. The server draws the same
// components, and this holds for all of its schemas: there they are compiled.
if (typeof document !== 'undefined') z.config({ jitless: true });

/** The small zod, for code that runs in the browser. */
export { z };
