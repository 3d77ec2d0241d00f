import { Badge } from '~/ui/badge';

const STARTERS: readonly { title: string; prompt: string }[] = [
  {
    title: 'Explain something',
    prompt:
      'Explain photosynthesis to a class of twelve-year-olds, using one everyday comparison. End with three questions that check understanding, easiest first. At most 200 words.',
  },
  {
    title: 'Improve a text',
    prompt:
      'Rewrite the message below so that it is polite, clear and half as long. Keep every fact and date. Then list what you left out.\n\nMessage:\n',
  },
  {
    title: 'Compare choices',
    prompt:
      'Compare renting and buying a car for someone who drives 6,000 miles a year in a city. Give a table of yearly costs, say which figures are guesses, and end with one recommendation.',
  },
];

type Props = { isDemo: boolean; onStart: (prompt: string) => void };

export function EmptyThread({ isDemo, onStart }: Props) {
  return (
    <div className="max-w-160 py-6 lg:py-14">
      <h2 className="text-xl">Write a prompt and send it</h2>
      <p className="mt-1 text-pretty text-ink-2">
        The price stands beside Send before you spend it. Under each reply you see what it cost and why.
      </p>
      {isDemo ? (
        <p className="mt-4 flex items-start gap-2 text-s text-pretty text-ink-2">
          <Badge tone="warn" className="mt-0.5">
            DEMO
          </Badge>
          <span>
            No provider key is set up, or you have chosen Demo: this server makes the reply from your prompt.
            No AI model is asked; tokens, prices and your balance are real.
          </span>
        </p>
      ) : null}
      <h3 className="mt-8 text-s text-ink-2">Or begin with one of these</h3>
      <ul className="mt-1 border-t border-line">
        {STARTERS.map(({ title, prompt }) => (
          <li key={title} className="border-b border-line">
            <button
              type="button"
              onClick={() => onStart(prompt)}
              className="group flex w-full flex-col gap-0.5 rounded-1 py-3 text-left"
            >
              <span className="font-medium group-hover:text-accent">{title}</span>
              <span className="line-clamp-2 text-s text-ink-2">{prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
