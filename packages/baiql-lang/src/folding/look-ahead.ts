import type { Line } from '../tree/lines.js';
import { roleOf } from './roles.js';

/** For each line, how many closers are still to come behind it in its batch that have no opener behind it. */
export function closersAhead(
  lines: readonly Line[],
  presume: boolean,
): Readonly<Record<'IF' | 'LOOP', Int32Array>> {
  const ahead = { IF: new Int32Array(lines.length), LOOP: new Int32Array(lines.length) };
  let open = { IF: 0, LOOP: 0 };
  for (let index = lines.length - 1; index >= 0; index--) {
    ahead.IF[index] = open.IF;
    ahead.LOOP[index] = open.LOOP;
    const line = lines[index];
    const role = line === undefined ? null : roleOf(line, presume);
    if (role === null || role.does === 'divide') continue;
    if (role.block === 'BATCH') open = { IF: 0, LOOP: 0 };
    else open[role.block] = Math.max(0, open[role.block] + (role.does === 'close' ? 1 : -1));
  }
  return ahead;
}
