import { OPTIMIZE_EXAMPLE, type ExampleVersion, type ExampleView } from './optimize-example';

/** One side of the example: the prompt with marked additions, or the reply. */
export function OptimizePanel({ version, view }: { version: ExampleVersion; view: ExampleView }) {
  const { prompt, output } = OPTIMIZE_EXAMPLE[version];
  if (view === 'output') {
    return output.map((paragraph) => <p key={paragraph}>{paragraph}</p>);
  }
  return prompt.map((parts) => (
    <p key={parts[0].text}>
      {parts.map(({ text, isAdded }) =>
        isAdded ? (
          <ins key={text} className="rounded-[3px] bg-accent-soft px-0.5 text-accent no-underline">
            {text}
          </ins>
        ) : (
          text
        ),
      )}
    </p>
  ));
}
