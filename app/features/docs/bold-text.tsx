/** A text with its line breaks, and what stands between `//` in bold. */
export function BoldText({ text }: { text: string }) {
  return (
    <div className="max-w-[68ch] whitespace-pre-line text-pretty text-ink-2">
      {text.split('//').map((part, index) =>
        index % 2 === 1 ? (
          <strong key={index} className="font-semibold text-ink">
            {part}
          </strong>
        ) : (
          part
        ),
      )}
    </div>
  );
}
