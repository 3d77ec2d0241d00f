import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  ACCOUNT_BODY_BYTES,
  madeTestDrivesSchema,
  makeTestDrives,
  makeTestDrivesSchema,
  PASSWORD_ERRORS,
} from '~/features/accounts/index.server';

export default apiRoute('/api/admin/test-drives', {
  POST: call({
    summary: 'Creates test-drive accounts, one or a numbered series, each with starting credit',
    access: 'users:manage',
    apiKey: 'none',
    body: makeTestDrivesSchema,
    maxBodyBytes: ACCOUNT_BODY_BYTES,
    answer: madeTestDrivesSchema,
    status: 201,
    errors: PASSWORD_ERRORS,
    handle: ({ services, actor, body }) => makeTestDrives(services, actor, body),
  }),
});
