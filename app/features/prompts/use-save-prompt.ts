import { useState } from 'react';
import { showToast } from '~/ui/overlay/toast';
import { requestSave } from './request-save';
import type { SavePrompt } from './schema';

/** Saves the prompt on the page, and says how that went. The same text is not saved twice in a row. */
export function useSavePrompt() {
  const [isSaving, setIsSaving] = useState(false);
  const [savedContent, setSavedContent] = useState<string>();

  async function save(prompt: Partial<SavePrompt>): Promise<void> {
    if (prompt.content !== undefined && prompt.content === savedContent) {
      showToast('info', 'This prompt is already saved');
      return;
    }
    setIsSaving(true);
    const { kind, message, isKept } = await requestSave(prompt);
    setIsSaving(false);
    if (isKept) setSavedContent(prompt.content);
    showToast(kind, message);
  }

  return { isSaving, save };
}
