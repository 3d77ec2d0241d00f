import { showToast, type Toast } from './overlay/toast';
import { writeClipboard, type Copied } from './write-clipboard';

/** Copies a text and shows a toast with the result. Returns false if the browser does not allow it. */
export async function copyText(
  text: Copied,
  done: string,
  options?: Partial<Pick<Toast, 'durationMs'>>,
): Promise<boolean> {
  if (!(await writeClipboard(text))) {
    showToast('error', 'Failed to copy to clipboard. Please try again.');
    return false;
  }
  showToast('success', done, options);
  return true;
}
