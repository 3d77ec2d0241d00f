import { diffWordsWithSpace } from 'diff';
import { useMemo, type ReactNode } from 'react';
import { cx } from './cx';

export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string };

/** Past this many characters together a comparison word by word would take seconds: it is whole against whole. */
const MAX_CHARACTERS = 200_000;

/** What became of a text, word by word, in reading order. */
export function diffTexts(before: string, after: string): readonly DiffPart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  if (before.length + after.length > MAX_CHARACTERS) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

type Props = {
  before: string;
  after: string;
  /** Both in one text, or side by side. */
  view?: 'inline' | 'split';
  /** What the two sides are called. */
  titles?: readonly [ReactNode, ReactNode];
  className?: string;
};

/** Two versions of a text. Changes are told by color and by line, and aloud as insertions and deletions. */
export function Diff({ before, after, view = 'inline', titles = ['Before', 'After'], className }: Props) {
  const parts = useMemo(() => diffTexts(before, after), [before, after]);
  if (!parts.some(({ kind }) => kind !== 'same')) return <p className="text-s text-ink-2">No changes.</p>;
  if (view === 'inline') return <Text className={className}>{parts.map(drawPart)}</Text>;
  return (
    <div className={cx('grid gap-px bg-line md:grid-cols-2', className)}>
      {(['removed', 'added'] as const).map((own, index) => (
        <div key={own} className="bg-surface p-3">
          <h3 className="mb-1 text-xs font-medium text-ink-3">{titles[index]}</h3>
          <Text>{parts.filter(({ kind }) => kind === 'same' || kind === own).map(drawPart)}</Text>
        </div>
      ))}
    </div>
  );
}

function Text({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cx('leading-6 wrap-anywhere whitespace-pre-wrap', className)}>{children}</div>;
}

function drawPart({ kind, text }: DiffPart, index: number) {
  const key = String(index);
  if (kind === 'added') {
    return (
      <ins
        key={key}
        className="rounded-[2px] bg-good-soft text-good no-underline shadow-[inset_0_-1px_var(--good)]"
      >
        {text}
      </ins>
    );
  }
  if (kind === 'removed') {
    return (
      <del key={key} className="rounded-[2px] bg-bad-soft text-bad line-through">
        {text}
      </del>
    );
  }
  return <span key={key}>{text}</span>;
}
