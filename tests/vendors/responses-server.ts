import { responsesDialect } from './responses-dialect';
import { startVendorServer, type VendorServer, type VendorServerOptions } from './vendor-server';

/** A local server that speaks OpenAI's Responses, as Perplexity's Agent API does too. */
export function startResponsesServer(options?: VendorServerOptions): Promise<VendorServer> {
  return startVendorServer(responsesDialect, options);
}
