import { formatCountOf } from '~/ui/format-count';
import { formatNames } from '~/ui/format-names';
import { Notice } from '~/ui/notice';
import type { Connection } from './schema';

const MAX_NAMES = 6;

/** Result of a connection test: the server's models, and the reply of one of them. */
export function ConnectionNotice({
  connection,
  onDismiss,
}: {
  connection: Connection;
  /** Makes the notice dismissible. */
  onDismiss?: () => void;
}) {
  const { models, model, said, problem } = connection;
  return (
    <Notice
      tone={problem === null ? 'good' : 'warn'}
      title={problem === null ? 'The connection works' : 'The connection partly works'}
      {...(onDismiss && { onDismiss })}
    >
      <p className="wrap-anywhere">{listOf(models)}</p>
      {said === null || model === null ? null : (
        <p className="wrap-anywhere">
          {model} said: “{said}”
        </p>
      )}
      {problem === null ? null : <p>{said === null && model !== null ? `${model}: ${problem}` : problem}</p>}
    </Notice>
  );
}

function listOf(models: readonly string[]): string {
  if (models.length === 0) return 'The server lists no models.';
  return `${formatCountOf(models.length, 'model')}: ${formatNames(models, MAX_NAMES)}.`;
}
