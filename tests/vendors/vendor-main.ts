// Runs a vendor's server as a process of its own: `tsx tests/vendors/vendor-main.ts openai`, or `anthropic`. Prints
// `PORT n`, stops on SIGTERM.
import { z } from 'zod';
import { startAnthropicServer } from './anthropic-server';
import { startOpenAiServer } from './openai-server';

const vendorSchema = z.enum(['openai', 'anthropic']);
const STARTS = { openai: startOpenAiServer, anthropic: startAnthropicServer };

const number = z.coerce.number().min(0);

/**
 * MOCK_PORT (0: any), MOCK_LATENCY ms, MOCK_CHUNKS, MOCK_P429, MOCK_P500, MOCK_PRESET (shares 0 to 1),
 * MOCK_RETRY_AFTER s, MOCK_SEED, MOCK_MODELS (names with commas), MOCK_RECORD (1 keeps requests),
 * MOCK_MAX_SECS (the server ends by itself).
 */
const settingsSchema = z.object({
  MOCK_PORT: number.default(0),
  MOCK_LATENCY: number.default(0),
  MOCK_CHUNKS: number.default(8),
  MOCK_P429: number.max(1).default(0),
  MOCK_P500: number.max(1).default(0),
  MOCK_PRESET: number.max(1).default(0),
  MOCK_RETRY_AFTER: number.default(1),
  MOCK_SEED: number.default(1),
  MOCK_MODELS: z.string().default('mock-small,mock-large'),
  MOCK_RECORD: z.enum(['0', '1']).default('0'),
  MOCK_MAX_SECS: number.default(900),
});

const settings = settingsSchema.parse(process.env);
const server = await STARTS[vendorSchema.parse(process.argv[2])]({
  port: settings.MOCK_PORT,
  latencyMs: settings.MOCK_LATENCY,
  chunks: settings.MOCK_CHUNKS,
  rate429: settings.MOCK_P429,
  rate500: settings.MOCK_P500,
  rateReset: settings.MOCK_PRESET,
  retryAfterS: settings.MOCK_RETRY_AFTER,
  seed: settings.MOCK_SEED,
  models: settings.MOCK_MODELS.split(','),
  keepRequests: settings.MOCK_RECORD === '1',
  maxLifeMs: settings.MOCK_MAX_SECS * 1000,
});
const stop = () => void server.close();
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.stdout.write(`PORT ${server.port}\n`);
