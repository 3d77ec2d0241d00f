import type { PoolClient } from 'pg';
import { storableText } from '~/core/shared/storable-text';

/** Makes the texts among all parameters of a connection storable: those of files and replies, which no request brought. */
export function sendStorableText(client: PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  Reflect.set(client, 'query', (...args: unknown[]) => send(...args.map(storableArgument)));
}

/** A statement with its parameters, or the parameters alone. */
function storableArgument(argument: unknown): unknown {
  if (Array.isArray(argument)) return argument.map(storableParameter);
  if (typeof argument !== 'object' || argument === null || !('values' in argument) || 'submit' in argument)
    return argument;
  return { ...argument, values: storableArgument(argument.values) };
}

function storableParameter(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  return Array.isArray(value) ? value.map(storableParameter) : value;
}
