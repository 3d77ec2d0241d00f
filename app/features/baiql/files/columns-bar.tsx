import { useEffect, useRef } from 'react';
import { Button } from '~/ui/button';

type ColumnsBarProps = {
  name: string;
  placeholders: readonly string[];
  /** Column names as the table has them. */
  headers: readonly string[];
  onInsert: (placeholder: string) => void;
  onClose: () => void;
};

/** The columns of the table that was just loaded; a click inserts one into the prompt. */
export function ColumnsBar({ name, placeholders, headers, onInsert, onClose }: ColumnsBarProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [name]);
  return (
    <div
      ref={ref}
      role="group"
      aria-label={`Columns of ${name}`}
      className="mb-3 rounded-1 bg-sunken px-3 py-2"
    >
      <p className="flex items-center justify-between gap-2 text-xs text-ink-2">
        Columns of <bdi>{name}</bdi>. Click one to insert it at the cursor.
        <Button size="s" variant="ghost" onClick={onClose}>
          Close
        </Button>
      </p>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {placeholders.map((placeholder, index) => (
          <Button key={placeholder} size="s" className="font-mono" onClick={() => onInsert(placeholder)}>
            {placeholder}
            {placeholder === `{COL${index + 1}}` ? (
              <span className="max-w-48 truncate font-sans text-ink-2">{headers[index]}</span>
            ) : null}
          </Button>
        ))}
      </div>
    </div>
  );
}
