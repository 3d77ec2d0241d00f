import type { AiProvider } from './contract.js';

/** A provider whose SDK is loaded at its first call: a program that never asks it does not wait for it either. */
export function lazyProvider(load: () => Promise<AiProvider>, { warm = false } = {}): AiProvider {
  let loading: Promise<AiProvider> | undefined;
  const provider = (): Promise<AiProvider> => (loading ??= load());
  // What goes wrong now is said at the first call.
  if (warm) provider().catch(() => undefined);
  return {
    async *stream(call) {
      yield* (await provider()).stream(call);
    },
    listModels: async () => (await provider()).listModels(),
  };
}
