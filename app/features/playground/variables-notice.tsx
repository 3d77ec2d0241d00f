import { parseVariables } from '~/features/prompts';
import { Button } from '~/ui/button';
import { formatCountOf } from '~/ui/format-count';
import { formatNames } from '~/ui/format-names';

const MAX_NAMED = 4;

/** Said of a prompt with variables, such as {{name}}: they go to the model as they are unless they are filled in. */
export function VariablesNotice({ draft, onFillIn }: { draft: string; onFillIn: () => void }) {
  const names = parseVariables(draft).variables.map(({ name }) => name);
  return (
    <div role="status">
      {names.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-s text-info">
          <span className="min-w-0 wrap-anywhere">
            {formatCountOf(names.length, 'variable')} to fill in: {formatNames(names, MAX_NAMED)}
          </span>
          <Button size="s" aria-haspopup="dialog" onClick={onFillIn}>
            Fill in
          </Button>
        </div>
      ) : null}
    </div>
  );
}
