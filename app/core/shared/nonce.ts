import { createContext, useContext } from 'react';

/**
 * The nonce of the current response, provided by entry.server. Empty in the browser: browsers hide a nonce after
 * reading it, so hydration would mismatch.
 */
export const NonceContext = createContext('');

export const useNonce = (): string => useContext(NonceContext);
