import { openAiDialect } from './openai-dialect';
import { startVendorServer, type VendorServer, type VendorServerOptions } from './vendor-server';

/** A local server that speaks OpenAI's chat completions, also for Gemini, Perplexity and the like. */
export function startOpenAiServer(options?: VendorServerOptions): Promise<VendorServer> {
  return startVendorServer(openAiDialect, options);
}
