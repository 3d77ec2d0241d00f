import { seal, unseal } from '~/core/server/seal.server';

/** Encrypts providers' keys; each only opens for its own provider. */
export interface ProviderKeys {
  seal(provider: string, apiKey: string): string;
  /** Undefined if sealed under another SESSION_SECRET. */
  open(provider: string, sealed: string): string | undefined;
}

export const createProviderKeys = (key: Buffer): ProviderKeys => ({
  seal: (provider, apiKey) => seal(key, subjectOf(provider), apiKey),
  open: (provider, sealed) => unseal(key, subjectOf(provider), sealed),
});

const subjectOf = (provider: string): string => `key of ${provider}`;

const SHOWN_CHARACTERS = 4;

/**
 * The last characters, to tell keys apart. Empty for short keys, of which they would reveal too much, and for key
 * files.
 */
export const endingOf = (apiKey: string): string =>
  !apiKey.startsWith('{') && apiKey.length >= SHOWN_CHARACTERS * 4 ? apiKey.slice(-SHOWN_CHARACTERS) : '';
