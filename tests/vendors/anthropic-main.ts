import { startAnthropicServer } from './anthropic-server';
import { runVendorMain } from './run-vendor-main';

await runVendorMain(startAnthropicServer, process.env);
