import { useEffect, useState } from 'react';
import { tryToStore } from '~/core/browser/browser-storage';
import { ButtonLink } from '~/ui/button-link';
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
      className="mb-6 max-w-215 print:hidden"
      actions={
        <ButtonLink to="/admin/models" size="s">
          Add a key
        </ButtonLink>
      }
      onDismiss={() => {
        tryToStore(DISMISSED, 'true');
        setIsShown(false);
      }}
    >
      For replies from real models, enter a key from OpenAI, Anthropic, Gemini or Perplexity, or add your own
      server, such as Ollama. It works right away, without a restart.
    </Notice>
  );
}
