import type { GoneModel } from '~/features/completions/index.server';
import { Notice } from '~/ui/notice';
import type { Choice } from './model-choice';

type Props = { gone: GoneModel; inUse: Choice; onDismiss: () => void };

/** For whoever had chosen a model that is gone: what answers instead, until another one is chosen. */
export function GoneModelNotice({ gone, inUse, onDismiss }: Props) {
  return (
    <Notice
      title={`${gone.providerName} no longer offers ${gone.displayName}`}
      className="mb-6 max-w-215"
      onDismiss={onDismiss}
    >
      You’re now using {inUse.model.displayName}. Check its price, or choose another model above.
    </Notice>
  );
}
