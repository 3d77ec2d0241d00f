import { afterEach, beforeEach, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { saveUploads } from './save-uploads.server';

let services: TestServices;
beforeEach(() => {
  services = testServices();
});
afterEach(() => services.close());

it('an upload that stops coming makes room for others, and its sender is told why', async () => {
  const { actor } = await services.signUp({ roles: ['paiduser'] });
  let start: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (start = controller) });
  start?.enqueue(
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="essay.txt"\r\n\r\nOnce'),
  );
  const request = new Request('http://promptwell.test/api/baiql/files', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body,
    duplex: 'half',
  });
  const pace = { leastBytesASecond: 10_000, slowAfterMs: 50 };
  const upload = saveUploads(services, actor, { request, signal: new AbortController().signal, pace });
  await expect(upload).rejects.toMatchObject({ kind: 'timed-out', code: 'body_too_slow' });
  expect(services.baiql.uploadTurns.pending).toBe(0);
});
