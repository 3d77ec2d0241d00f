import { z } from 'zod';

// Compiled checks need `new Function`, which our content security policy rightly forbids.
z.config({ jitless: true });

/** zod for code that runs in the browser. */
export { z };
