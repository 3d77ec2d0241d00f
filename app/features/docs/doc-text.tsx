/** Lines starting with a hyphen. */
const LIST = /((?:^- .*(?:\r?\n|$))+)/mu;
/** A URL, whose slashes have no meaning, or text between pairs of slashes. */
const MARKED = /(https?:\/\/\S*[^\s.,;:!?)"']|\/\/.+?(?<!:)\/\/)/su;

/** Plain text with line breaks, lists, links and bold text between `//`. */
export function DocText({ text }: { text: string }) {
  return (
    <div className="max-w-[68ch] wrap-break-word text-pretty text-ink-2">
      {text.split(LIST).map((part, index) => {
        if (part.trim() === '') return null;
        if (index % 2 === 0)
          return (
            <div key={index} className="whitespace-pre-line">
              <Marked text={part} />
            </div>
          );
        return (
          <ul key={index} className="my-1 flex list-disc flex-col gap-1 pl-5">
            {part
              .trim()
              .split(/\r?\n/u)
              .map((line, place) => (
                <li key={place}>
                  <Marked text={line.slice(2)} />
                </li>
              ))}
          </ul>
        );
      })}
    </div>
  );
}

function Marked({ text }: { text: string }) {
  return text.split(MARKED).map((part, index) => {
    if (index % 2 === 0) return part;
    if (part.startsWith('//'))
      return (
        <strong key={index} className="font-semibold text-ink">
          {part.slice(2, -2)}
        </strong>
      );
    return (
      <a key={index} href={part}>
        {part}
      </a>
    );
  });
}
