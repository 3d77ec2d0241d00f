import { diffWordsWithSpace } from 'diff';
import { useMemo, type ReactNode } from 'react';
import { cx } from './cx';

export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string };

/** Above this combined length, a word diff would take seconds, so the texts are compared as a whole. */
const MAX_CHARACTERS = 200_000;

/** A word diff, in reading order. */
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
  /** Titles of the two sides. */
  titles?: readonly [ReactNode, ReactNode];
  className?: string;
};

/**
 * The differences of two texts, marked by color and underline or strikethrough, and as insertions and deletions for
 * screen readers.
 */
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
