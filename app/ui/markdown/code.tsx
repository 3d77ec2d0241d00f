import { CodeBlock } from '../code-block';
import { HighlightedCode } from './highlighted-code';
import { LongText } from './long-text';

/** Coloring and laying out longer code after each delta would block the page. */
const MAX_WHOLE_CHARACTERS = 20_000;
/** No one reads a longer line by scrolling, and laying it out would block the page: it wraps, without colors. */
const MAX_LINE_CHARACTERS = 5_000;

type Props = { code: string; language: string | undefined };

/** A code block of a reply, with its syntax colored unless it is very long. */
export function Code({ code, language }: Props) {
  const isWhole = code.length <= MAX_WHOLE_CHARACTERS;
  const isWrapped = hasLongLine(code);
  return (
    <CodeBlock code={code} title={language ?? 'Code'} wraps={isWrapped}>
      {!isWhole ? (
        <LongText text={code} />
      ) : language !== undefined && !isWrapped ? (
        <HighlightedCode code={code} language={language.toLowerCase()} />
      ) : null}
    </CodeBlock>
  );
}

function hasLongLine(code: string): boolean {
  for (let start = 0; code.length - start > MAX_LINE_CHARACTERS;) {
    const end = code.indexOf('\n', start);
    if (end === -1 || end - start > MAX_LINE_CHARACTERS) return true;
    start = end + 1;
  }
  return false;
}
