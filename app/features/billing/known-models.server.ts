import { findProvider } from '@pydantic/genai-prices';
import { REFERENCE_PROVIDERS } from '@promptwell/ai-providers';
import type { PriceRule } from '~/features/ledger/index.server';
import { PUBLIC_LIST, publicPrice, vendorOf } from './public-prices.server';
import { findReference } from './review-reference.server';

/** Protocol and address of a server, which identify its vendor. */
interface Server {
  protocol: string;
  baseUrl: string;
}

export interface KnownModel {
  rule: PriceRule;
  contextTokens: number | undefined;
  /** Where the price was found. */
  source: string;
}

/** Clouds that can't be recognized by their address, with their ids in the public list. */
const CLOUDS: Readonly<Record<string, string>> = { azure: 'azure', bedrock: 'aws', vertex: 'google' };

const publicProvider = ({ protocol, baseUrl }: Server) =>
  findProvider(
    Object.hasOwn(CLOUDS, protocol) ? { providerId: CLOUDS[protocol] } : { providerApiUrl: baseUrl },
  );

/** The vendor's name in the public list, by the server's address. */
export const publicVendorName = (server: Server): string | undefined => publicProvider(server)?.name;

/**
 * A model's known price at this server: from our reference list, otherwise from the public one. Search fees are
 * dropped, because vendors bill searches only on request.
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
