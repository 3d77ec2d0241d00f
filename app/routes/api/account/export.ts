import { createReadableStreamFromReadable } from '@remix-run/node';
import { create as contentDisposition } from 'content-disposition';
import { apiRoute, call } from '~/core/edge/declare-call.server';
import { ACCOUNT_RATE_LIMITS, exportData } from '~/features/accounts/index.server';

export default apiRoute('/api/account/export', {
  GET: call({
    summary: 'Exports all your data',
    access: 'signed-in',
    apiKey: 'none',
    rateLimit: ACCOUNT_RATE_LIMITS.exportData,
    answer: {
      kind: 'file',
      mediaType: 'application/zip',
      description:
        'Profile, preferences, sessions, ledger, scripts, runs and files; README.txt explains them.',
    },
    handle: async ({ services, actor }) => {
      const zip = await exportData(services, actor);
      return new Response(createReadableStreamFromReadable(zip), {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': contentDisposition('promptwell-my-data.zip'),
          'Cache-Control': 'no-store',
        },
      });
    },
  }),
});
