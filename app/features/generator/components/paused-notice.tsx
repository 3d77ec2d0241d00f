import { Button } from '~/ui/button';

type Props = {
  isPaused: boolean;
  /** Undefined if the steps don't produce a prompt. */
  onRebuild: (() => void) | undefined;
};

/** Shown if the prompt was edited manually and no longer follows the steps. */
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
