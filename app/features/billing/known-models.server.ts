import { findProvider } from '@pydantic/genai-prices';
import { REFERENCE_PROVIDERS } from '@promptwell/ai-providers';
import type { PriceRule } from '~/features/ledger/index.server';
import { PUBLIC_LIST, publicPrice, vendorOf } from './public-prices.server';
import { findReference } from './review-reference.server';

/** How a server is reached, which says whose models it has. */
interface Server {
  protocol: string;
  baseUrl: string;
}

export interface KnownModel {
  rule: PriceRule;
  contextTokens: number | undefined;
  /** Where that was read. */
  source: string;
}

/** Clouds whose address says nothing of them, under their names in the public list. */
const CLOUDS: Readonly<Record<string, string>> = { azure: 'azure', bedrock: 'aws', vertex: 'google' };

const publicProvider = ({ protocol, baseUrl }: Server) =>
  findProvider(
    Object.hasOwn(CLOUDS, protocol) ? { providerId: CLOUDS[protocol] } : { providerApiUrl: baseUrl },
  );

/** What the public list calls the vendor at this address. */
export const publicVendorName = (server: Server): string | undefined => publicProvider(server)?.name;

/**
 * What a model costs at this server by the price lists, ours before the public one. Searches cost nothing there: vendors
 * bill them only to who asks for them.
 */
export function findKnownModel(server: Server, model: string, nowMs: number): KnownModel | undefined {
  const provider = publicProvider(server);
  if (!provider) return undefined;
  const listed = publicPrice(provider.id, model, nowMs);
  const vendor = vendorOf(provider.id);
  const isCloud = Object.hasOwn(CLOUDS, server.protocol);
  const reference = vendor === undefined || isCloud ? undefined : findReference(vendor, model, nowMs);
  if (reference) {
    return {
      rule: { ...reference.rule, searchFee: 0n },
      contextTokens: REFERENCE_PROVIDERS.find(({ key }) => key === vendor)?.models.find(
        (each) => each.model === model,
      )?.contextTokens,
      source: `Promptwell’s list: ${reference.source}`,
    };
  }
  return listed && { ...listed, rule: { ...listed.rule, searchFee: 0n }, source: PUBLIC_LIST };
}
