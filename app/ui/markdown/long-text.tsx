import { memo } from 'react';

const PART_CHARACTERS = 20_000;

/** A long text in parts, which the browser lays out one by one, as they come into view. */
export function LongText({ text }: { text: string }) {
  return partsOf(text).map((part, index) => <Part key={index} text={part} />);
}

const Part = memo(function Part({ text }: { text: string }) {
  return <span className="block [contain-intrinsic-size:auto_600px] [content-visibility:auto]">{text}</span>;
});

/** Cut at ends of lines, if there are some: within a line, the cut is a line break. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const most = start + PART_CHARACTERS;
    const lineEnd = most < text.length ? text.lastIndexOf('\n', most - 1) + 1 : text.length;
    const end = lineEnd > start ? lineEnd : most;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
