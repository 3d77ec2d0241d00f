import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { seedModels } from '~/features/completions/index.server';
import { SITE, testServices, type TestServices } from '../../../../tests/support/services';
import { dismissSetupSteps, readSetupSteps } from './setup-steps.server';

let services: TestServices;
afterEach(() => services.close());

const doneSteps = async () =>
  (await readSetupSteps(services))?.steps.flatMap(({ step, isDone }) => (isDone ? [step] : []));

/** As the server and `npm run db:backup` name theirs. */
function putBackup(): void {
  const folder = path.join(services.directory, 'backups');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'app-2026-11-20T09-00-00Z.db'), '');
}

it('tells what a new installation still needs, and nothing once all is done', async () => {
  services = testServices({ DEMO_PROVIDER: 'on', SMTP_URL: 'smtp://127.0.0.1:9' });
  await seedModels(services.prisma);
  await services.signUp({ roles: ['admin'] });
  expect(await readSetupSteps(services)).toEqual({
    steps: [
      { step: 'key', isDone: false },
      { step: 'mail', isDone: true },
      { step: 'people', isDone: false },
      { step: 'backup', isDone: false },
    ],
    registerUrl: `${SITE}/register`,
  });
  await services.signUp();
  putBackup();
  expect(await doneSteps()).toEqual(['mail', 'people', 'backup']);
  await services.close();

  services = testServices({ OPENAI_API_KEY: 'sk-test-not-a-key', SMTP_URL: 'smtp://127.0.0.1:9' });
  await seedModels(services.prisma);
  await services.signUp({ roles: ['admin'] });
  await services.signUp();
  expect(await doneSteps()).toEqual(['key', 'mail', 'people']);
  putBackup();
  expect(await readSetupSteps(services)).toBeNull();
});

it('stays away once an administrator has dismissed it', async () => {
  services = testServices();
  expect(await doneSteps()).toEqual([]);
  const { actor } = await services.signUp({ roles: ['admin'] });
  await dismissSetupSteps(services, actor);
  await dismissSetupSteps(services, actor);
  expect(await readSetupSteps(services)).toBeNull();
  const events = await services.prisma.auditEvent.findMany({ where: { action: 'setup.dismissed' } });
  expect(events.map(({ actorId }) => actorId)).toEqual([actor.userId, actor.userId]);
});
