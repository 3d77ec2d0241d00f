import { publicVendorName } from '~/features/billing/index.server';
import type { Protocol } from './schema';

/** Default ports of self-hosted servers. */
const BY_PORT: Readonly<Record<string, string>> = {
  '11434': 'Ollama',
  '1234': 'LM Studio',
  '8000': 'vLLM',
  '8080': 'llama.cpp',
};
const CLOUDS: Partial<Record<Protocol, string>> = {
  azure: 'Azure OpenAI',
  bedrock: 'Amazon Bedrock',
  vertex: 'Google Vertex AI',
};

interface Named {
  name?: string | undefined;
  key?: string | undefined;
  protocol: Protocol;
  baseUrl?: string | undefined;
}

/** Derives an empty name or key from the server's URL. */
export function nameProvider<Input extends Named>(input: Input): Input & { name: string; key: string } {
  const name = input.name ?? nameFromUrl(input);
  return { ...input, name, key: input.key ?? shortNameOf(name) };
}

function nameFromUrl({ protocol, baseUrl = '' }: Named): string {
  const cloud = CLOUDS[protocol];
  if (cloud !== undefined) return cloud;
  if (baseUrl === '') return 'Server';
  const { port, hostname } = new URL(baseUrl);
  return (
    BY_PORT[port] ?? publicVendorName({ protocol, baseUrl }) ?? hostname.replace(/^\[|\]$/g, '').slice(0, 60)
  );
}

const MAX_KEY_CHARACTERS = 32;

function shortNameOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_KEY_CHARACTERS)
    .replace(/^-+|-+$/g, '');
  return words.length < 2 ? 'server' : words;
}
