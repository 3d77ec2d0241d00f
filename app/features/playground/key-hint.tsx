import { useEffect, useState } from 'react';
import { Notice } from '~/ui/notice';

const DISMISSED = 'ai_keyHintDismissed';

/** For an administrator whose server has only the Demo model, once it has been tried. */
export function KeyHint() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(localStorage.getItem(DISMISSED) === null), []);
  if (!isShown) return null;
  return (
    <Notice
      title="Add a provider key"
      className="mb-6 max-w-215"
      onDismiss={() => {
        localStorage.setItem(DISMISSED, 'true');
        setIsShown(false);
      }}
    >
      For replies from real models, put a key such as <code>OPENAI_API_KEY</code> in <code>.env</code> and
      restart. docs/self-hosting.md lists every provider.
    </Notice>
  );
}
