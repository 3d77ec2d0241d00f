import { startOpenAiServer } from './openai-server';
import { runVendorMain } from './run-vendor-main';

await runVendorMain(startOpenAiServer, process.env);
