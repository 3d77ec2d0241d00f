import { seal, unseal } from '~/core/server/seal.server';

/** The keys of providers as they lie in the database: each can be read only in its own provider's place. */
export interface ProviderKeys {
  seal(provider: string, apiKey: string): string;
  /** Undefined when it was sealed under another SESSION_SECRET. */
  open(provider: string, sealed: string): string | undefined;
}

export const createProviderKeys = (key: Buffer): ProviderKeys => ({
  seal: (provider, apiKey) => seal(key, subjectOf(provider), apiKey),
  open: (provider, sealed) => unseal(key, subjectOf(provider), sealed),
});

const subjectOf = (provider: string): string => `key of ${provider}`;

const SHOWN_CHARACTERS = 4;

/** The end by which people tell keys apart. Of a short key it would give too much away; a key file has no telling end. */
export const endingOf = (apiKey: string): string =>
  !apiKey.startsWith('{') && apiKey.length >= SHOWN_CHARACTERS * 4 ? apiKey.slice(-SHOWN_CHARACTERS) : '';
