import { useRef, useState } from 'react';
import { newKey } from '~/core/browser/new-key';
import { showToast } from '~/ui/overlay/toast';
import { requestSave } from './request-save';
import type { SavePrompt } from './schema';

/** Saves the page's prompt and shows the outcome. The same text isn't saved twice in a row. */
export function useSavePrompt() {
  const [isSaving, setIsSaving] = useState(false);
  const [savedContent, setSavedContent] = useState<string>();
  // A retry after a lost response uses the same key, unless the text was changed.
  const attempt = useRef({ saved: '', key: '' });

  async function save(prompt: Partial<SavePrompt>): Promise<void> {
    if (prompt.content !== undefined && prompt.content === savedContent) {
      showToast('info', 'This prompt is already saved');
      return;
    }
    setIsSaving(true);
    const saved = JSON.stringify(prompt);
    if (attempt.current.saved !== saved) attempt.current = { saved, key: newKey() };
    const { kind, message, isKept } = await requestSave(prompt, attempt.current);
    setIsSaving(false);
    if (isKept) setSavedContent(prompt.content);
    showToast(kind, message);
  }

  return { isSaving, save };
}
