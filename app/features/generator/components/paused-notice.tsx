import { Button } from '~/ui/button';

type Props = {
  isPaused: boolean;
  /** Undefined while the steps make no prompt. */
  onRebuild: (() => void) | undefined;
};

/** Said where the prompt was changed by hand and no longer follows the steps. */
export function PausedNotice({ isPaused, onRebuild }: Props) {
  return (
    <div role="status">
      {isPaused ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-s text-info">
          Manually edited - automatic updates paused
          {onRebuild ? (
            <Button size="s" onClick={onRebuild}>
              Rebuild from the steps
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
