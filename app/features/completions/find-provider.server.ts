import type { AiProvider } from '@promptwell/ai-providers/contract';
import type { CompletionsDeps } from './deps.server';
import { DEMO_PROVIDER } from './demo.server';

/** The provider with this key if it is available. Demo is unavailable while another provider has a usable model. */
export async function findSetUpProvider(
  { providers, catalogue }: Pick<CompletionsDeps, 'providers' | 'catalogue'>,
  key: string,
): Promise<AiProvider | undefined> {
  if (key === DEMO_PROVIDER && !(await catalogue.isDemoOffered())) return undefined;
  return providers.get(key);
}
