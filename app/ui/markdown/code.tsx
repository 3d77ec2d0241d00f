import { CodeBlock } from '../code-block';
import { HighlightedCode } from './highlighted-code';
import { LongText } from './long-text';

/** Coloring longer code, after each delta, would block the page. */
const MAX_HIGHLIGHTED_CHARACTERS = 20_000;
const MAX_WHOLE_CHARACTERS = 40_000;
/** No one reads a longer line by scrolling, and laying it out would block the page: it wraps, without colors. */
const LONG_LINE = /[^\n]{5000}/u;

type Props = { code: string; language: string | undefined };

/** A code block of a reply, with its syntax colored unless it is very long. */
export function Code({ code, language }: Props) {
  const hasLongLine = LONG_LINE.test(code);
  return (
    <CodeBlock code={code} title={language ?? 'Code'} wraps={hasLongLine}>
      {code.length > MAX_WHOLE_CHARACTERS ? (
        <LongText text={code} />
      ) : language !== undefined && !hasLongLine && code.length <= MAX_HIGHLIGHTED_CHARACTERS ? (
        <HighlightedCode code={code} language={language.toLowerCase()} />
      ) : null}
    </CodeBlock>
  );
}
