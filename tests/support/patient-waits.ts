import { vi } from 'vitest';

/** Vitest gives up after a second, which a busy machine takes now and then. Only what hangs should end by it. */
const TIMEOUT_MS = 60_000;

const { waitFor, waitUntil } = vi;

const patient = (options?: number | { timeout?: number; interval?: number }) =>
  typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options };

vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
