import { useEffect, useRef, useState } from 'react';
import { Button } from '~/ui/button';
import { TextArea } from '~/ui/form/text-area';
import { REVIEW_BAR } from './review-bar';

interface Props {
  text: string;
  error: string | null;
  isBusy: boolean;
  onType: (text: string) => void;
  onSave: (reply: string) => void;
  onCancel: () => void;
}

/** Edits a reply that is a text. */
export function ReplyTextForm({ text, error, isBusy, onType, onSave, onCancel }: Props) {
  const [typed, setTyped] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(typed);
      }}
    >
      <TextArea
        ref={area}
        label="Reply"
        value={typed}
        maxRows={18}
        error={error ?? undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onType(currentTarget.value);
        }}
      />
      <div className={REVIEW_BAR}>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Save
        </Button>
        <Button onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
