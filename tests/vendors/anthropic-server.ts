import { anthropicDialect } from './anthropic-dialect';
import { startVendorServer, type VendorServer, type VendorServerOptions } from './vendor-server';

/** A local server that speaks Anthropic's messages. */
export function startAnthropicServer(options?: VendorServerOptions): Promise<VendorServer> {
  return startVendorServer(anthropicDialect, options);
}
