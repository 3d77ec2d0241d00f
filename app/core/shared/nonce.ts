import { createContext, useContext } from 'react';

/**
 * The nonce of this one answer, given by entry.server. In the browser it stays empty: browsers hide a nonce once
 * they have read it, so hydration would find a difference.
 */
export const NonceContext = createContext('');

export const useNonce = (): string => useContext(NonceContext);
