import { formatCountOf } from '~/ui/format-count';
import { formatNames } from '~/ui/format-names';
import { Notice } from '~/ui/notice';
import type { Connection } from './schema';

const MOST_NAMES = 6;

/** What a test of the connection found: the server's models, and the word that one of them said. */
export function ConnectionNotice({
  connection,
  onDismiss,
}: {
  connection: Connection;
  /** Given, the notice can be put away. */
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
  return `${formatCountOf(models.length, 'model')}: ${formatNames(models, MOST_NAMES)}.`;
}
