import { personalKey, readStored, removeStored, tryToStore } from '~/core/browser/browser-storage';
import { z } from '~/core/browser/browser-zod';

const instructionsKey = (userId: string): string => personalKey(userId, 'ai-instructions');

/** The instructions of this browser's session; undefined: those of the preferences. */
export const rememberedInstructions = (userId: string): string | undefined =>
  readStored(instructionsKey(userId), z.string());

export function rememberInstructions(userId: string, instructions: string | undefined): void {
  if (instructions === undefined) removeStored(instructionsKey(userId));
  else tryToStore(instructionsKey(userId), JSON.stringify(instructions));
}
