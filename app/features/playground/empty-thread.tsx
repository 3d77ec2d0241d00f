import { STARTERS } from './starters';

type Props = { isDemo: boolean; onStart: (prompt: string) => void };

export function EmptyThread({ isDemo, onStart }: Props) {
  return (
    <div className="max-w-160 lg:py-8">
      <h2 className="text-xl">Write a prompt and send it</h2>
      <p className="mt-1 text-pretty text-ink-2">
        See the price before you send. Each reply shows what it cost and why.
      </p>
      {isDemo ? (
        <p className="mt-3 text-s text-pretty text-ink-2">
          You’re using the Demo model: no AI model is called, and replies are samples made on this server.
          Tokens, prices and your balance are real.
        </p>
      ) : null}
      <h3 className="mt-8 text-s text-ink-2">Or start with one of these</h3>
      <ul className="mt-1 border-t border-line">
        {STARTERS.map(({ title, prompt }) => (
          <li key={title} className="border-b border-line">
            <button
              type="button"
              onClick={() => onStart(prompt)}
              className="group flex w-full flex-col gap-0.5 rounded-1 py-3 text-left"
            >
              <span className="font-medium group-hover:text-accent">{title}</span>
              <span title={prompt} className="line-clamp-2 text-s text-ink-2">
                {prompt}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
