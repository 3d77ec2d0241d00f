import { Button } from '~/ui/button';
import { showToast } from '~/ui/overlay/toast';

const COPIED_MS = 2000;

export function CopyButton({ text }: { text: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast('success', 'Copied', { durationMs: COPIED_MS });
    } catch {
      showToast('error', 'Failed to copy to clipboard. Please try again.');
    }
  }
  return (
    <Button variant="ghost" size="s" onClick={() => void copy()}>
      Copy
    </Button>
  );
}
