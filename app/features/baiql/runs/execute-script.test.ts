import { afterEach, beforeEach, expect, it } from 'vitest';
import { payingServices, type PayingServices } from '../../../../tests/support/paying-services';
import type { Actor } from '~/core/server/session.server';
import { executeScript, type ExecuteScript } from './execute-script.server';

const REQUEST: ExecuteScript = {
  script: 'SET A = 1\nWRITE_LOG "{A}"\n',
  model: null,
  first: null,
  scriptName: 'Test',
  mode: 'EXECUTE',
  requestKey: 'pressed-once',
  reuse: false,
  estimateId: null,
  signal: new AbortController().signal,
};

let services: PayingServices;
let actor: Actor;
beforeEach(async () => {
  services = await payingServices();
  actor = await services.customer({ cents: 100 });
});
afterEach(() => services.close());

it('one key starts one run, also when it comes again after a trial has become a whole run', async () => {
  const trial = { ...REQUEST, first: 5 };
  const { run } = await executeScript(services, actor, trial);
  const where = { id: run.executionId };
  await services.prisma.baiqlExecution.update({ where, data: { trialSize: null } });
  const again = await executeScript(services, actor, trial);
  expect(again).toMatchObject({ isNew: false, run: { executionId: run.executionId } });
});

it.each<[string, Partial<ExecuteScript>]>([
  ['script', { script: 'SET A = 2\nWRITE_LOG "{A}"\n' }],
  ['model @soak', { model: 'gpt-4o-mini' }],
  ['trial size @soak', { first: 5 }],
  ['mode @soak', { mode: 'QUIET' }],
])('one key for another %s is refused', async (_, changes) => {
  await executeScript(services, actor, REQUEST);
  await expect(executeScript(services, actor, { ...REQUEST, ...changes })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

it('a run of a script without a name goes by the title of its first batch @soak', async () => {
  const nameOf = async (scriptName: string, title: string): Promise<string> => {
    const script = `BATCH_START ${title}\n  SET A = 1\nEND_BATCH\n`;
    const request = { ...REQUEST, script, scriptName, requestKey: null };
    return (await executeScript(services, actor, request)).run.scriptName;
  };
  expect(await nameOf('Untitled', '"Letters of {DATE}"')).toBe('Letters of {DATE}');
  expect(await nameOf('Untitled', '')).toBe('Untitled');
  expect(await nameOf('Invitations', '"Letters"')).toBe('Invitations');
});
