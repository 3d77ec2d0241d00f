import type { AiProvider, Call } from './contract.js';

/** A provider whose SDK is loaded at its first call: a program that never asks it does not wait for it either. */
export function lazyProvider(load: () => Promise<AiProvider>, { warm = false } = {}): AiProvider {
  let loaded: AiProvider | undefined;
  let loading: Promise<AiProvider> | undefined;
  const provider = (): Promise<AiProvider> => (loading ??= load().then((ready) => (loaded = ready)));
  // What goes wrong now is said at the first call.
  if (warm) provider().catch(() => undefined);
  async function* streamLater(call: Call): ReturnType<AiProvider['stream']> {
    yield* (await provider()).stream(call);
  }

  return {
    stream: (call) => loaded?.stream(call) ?? streamLater(call),
    listModels: async () => (await provider()).listModels(),
  };
}
