import { expect, it } from 'vitest';
import { explainFault } from './explain-fault';

it.each(['database or disk is full', 'ENOSPC: no space left on device, write'])(
  'a run that ended on "%s" says that the disk is full and how to go on',
  (message) => {
    expect(explainFault(message)).toMatch(/disk is full.*resume/);
  },
);

it('a run that another fault ended shows nothing of the inside', () => {
  expect(explainFault("Cannot read properties of undefined (reading 'x')")).toMatch(/^Something went wrong/);
});
