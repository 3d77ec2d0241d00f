import { z } from 'zod';

// In the browser compiled checks would need `new Function`, which our content security policy rightly forbids.
if (typeof document !== 'undefined') z.config({ jitless: true });

/** zod for schemas that the server and a form in the browser share. */
export { z };
