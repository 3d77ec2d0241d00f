import * as z from 'zod/mini';

// Compiled checks need `new Function`, which our content security policy rightly forbids.
z.config({ jitless: true });

/** The small zod, for code that runs in the browser. */
export { z };
