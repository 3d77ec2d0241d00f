import { StateBadge } from '~/ui/badge';
import { formatCountOf } from '~/ui/format-count';
import type { ListedProvider } from './read-models-page.server';

type Key = ListedProvider['keys'][number];

/** State of each key of a provider, and why one is paused. */
export function KeyStates({ provider: { keys, keySource, name } }: { provider: ListedProvider }) {
  if (keySource === 'none' && keys.every(({ state }) => state === 'ready')) return null;
  if (keys.length === 0) return null;
  return (
    <ul aria-label={`Keys of ${name}`} className="flex flex-col gap-2 text-s">
      {keys.map((key, index) => (
        <li key={index} className="flex flex-col">
          <span className="flex flex-wrap items-center gap-2">
            {keySource === 'none' ? 'Without a key' : nameOf(key, index)}
            {key.state === 'ready' ? (
              <StateBadge state="good">Ready</StateBadge>
            ) : (
              <StateBadge state="waiting">
                Resting for {formatCountOf(Math.max(1, key.restsForSeconds), 'second')}
              </StateBadge>
            )}
          </span>
          {key.reason === null ? null : (
            <span className="text-xs wrap-anywhere text-ink-2">{key.reason}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ ending }: Key, index: number): string =>
  ending ? `Key ending in ${ending}` : index === 0 ? 'First key' : `Key ${String(index + 1)}`;
