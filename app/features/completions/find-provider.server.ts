import type { AiProvider } from '@promptwell/ai-providers/contract';
import type { CompletionsDeps } from './deps.server';
import { DEMO_PROVIDER } from './demo.server';

/** The provider with this key, if it can be asked now. Demo gives way to any other that has a model. */
export async function findSetUpProvider(
  { providers, catalogue }: Pick<CompletionsDeps, 'providers' | 'catalogue'>,
  key: string,
): Promise<AiProvider | undefined> {
  if (key === DEMO_PROVIDER && !(await catalogue.isDemoOffered())) return undefined;
  return providers.get(key);
}
