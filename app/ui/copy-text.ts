import { showToast, type Toast } from './overlay/toast';

/** Copies a text and says so; false where the browser does not allow it, which is said too. */
export async function copyText(
  text: string,
  done: string,
  options?: Partial<Pick<Toast, 'durationMs'>>,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showToast('error', 'Failed to copy to clipboard. Please try again.');
    return false;
  }
  showToast('success', done, options);
  return true;
}
