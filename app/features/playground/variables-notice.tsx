import { parseVariables } from '~/features/prompts';
import { Button } from '~/ui/button';

const MAX_NAMED = 4;

/** Said of a prompt with variables, such as {{name}}: they go to the model as they are unless they are filled in. */
export function VariablesNotice({ draft, onFillIn }: { draft: string; onFillIn: () => void }) {
  const names = parseVariables(draft).variables.map(({ name }) => name);
  const more = names.length - MAX_NAMED;
  return (
    <div role="status">
      {names.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-s text-info">
          <span className="min-w-0 wrap-anywhere">
            {names.length === 1 ? '1 variable' : `${String(names.length)} variables`} to fill in:{' '}
            {names.slice(0, MAX_NAMED).join(', ')}
            {more > 0 ? ` and ${String(more)} more` : ''}
          </span>
          <Button size="s" aria-haspopup="dialog" onClick={onFillIn}>
            Fill in
          </Button>
        </div>
      ) : null}
    </div>
  );
}
