import { useState } from 'react';
import { Disclosure } from '~/ui/disclosure';
import { Markdown } from '~/ui/markdown/markdown';
import { describeThinking, type Thinking } from './thinking';

type Props = {
  thinking: Thinking;
  /** The reply hasn't begun. */
  isThinking: boolean;
};

/** The model's reasoning, folded above its reply. Rendered when opened, because it may be long. */
export function ThinkingView({ thinking, isThinking }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mb-2 print:hidden">
      <Disclosure summary={describeThinking(thinking, isThinking)} onToggle={setIsOpen}>
        <div className="border-l-2 border-line pl-3 text-ink-2">
          {isOpen ? <Markdown text={thinking.text} /> : null}
        </div>
      </Disclosure>
    </div>
  );
}
