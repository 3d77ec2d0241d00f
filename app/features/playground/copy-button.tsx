import { Button } from '~/ui/button';
import { copyText } from '~/ui/copy-text';

const COPIED_MS = 2000;

export function CopyButton({ text }: { text: string }) {
  return (
    <Button variant="ghost" size="s" onClick={() => void copyText(text, 'Copied', { durationMs: COPIED_MS })}>
      Copy
    </Button>
  );
}
