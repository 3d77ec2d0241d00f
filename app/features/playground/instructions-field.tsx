import { useState } from 'react';
import { MAX_INSTRUCTIONS_CHARACTERS } from '~/core/shared/request-options';
import { TextArea } from '~/ui/form/text-area';
import { cx } from '~/ui/cx';
import { FoldedSection } from './folded-section';

type Props = {
  instructions: string;
  onChange: (instructions: string) => void;
  className?: string;
};

/** What the model is told before the whole session. */
export function InstructionsField({ instructions, onChange, className }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const summary = instructions.trim();
  return (
    <FoldedSection
      id="instructions"
      title="Instructions"
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      aside={
        summary === '' ? null : (
          <span dir="auto" className="min-w-0 truncate rounded-1 bg-sunken px-1.5 text-s text-ink-2">
            {summary.slice(0, SHOWN_CHARACTERS)}
          </span>
        )
      }
      className={cx(isOpen ? 'max-lg:basis-full' : 'min-w-0', className)}
    >
      <TextArea
        label="Instructions"
        isLabelHidden
        hint="Sent before every prompt of this session, such as “Explain for grade 8.”"
        rows={3}
        maxRows={8}
        countLimit={MAX_INSTRUCTIONS_CHARACTERS}
        value={instructions}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FoldedSection>
  );
}

const SHOWN_CHARACTERS = 120;
