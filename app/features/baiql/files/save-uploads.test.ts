import { afterEach, beforeEach, expect, it } from 'vitest';
import { testServices, type TestServices } from '../../../../tests/support/services';
import { saveUploads } from './save-uploads.server';

let services: TestServices;
beforeEach(() => {
  services = testServices();
});
afterEach(() => services.close());

const BEGINNING = '--x\r\nContent-Disposition: form-data; name="file"; filename="essay.txt"\r\n\r\nOnce';
const whole = (): ReadableStream<Uint8Array> => new Blob([`${BEGINNING}\r\n--x--\r\n`]).stream();
/** A stream that stalls after its first bytes. */
const stuck = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(BEGINNING)) });

const form = (body: ReadableStream<Uint8Array>, bytes?: number): Request =>
  new Request('http://promptwell.test/api/baiql/files', {
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=x',
      ...(bytes !== undefined && { 'Content-Length': String(bytes) }),
    },
    body,
    duplex: 'half',
  });

it('an upload that stops coming is ended, and its sender is told why', async () => {
  const { actor } = await services.signUp({ roles: ['paiduser'] });
  const pace = { minBytesPerSecond: 10_000, slowAfterMs: 50 };
  const request = form(stuck());
  const upload = saveUploads(services, actor, { request, signal: new AbortController().signal, pace });
  await expect(upload).rejects.toMatchObject({ kind: 'timed-out', code: 'body_too_slow' });
});

it('nobody’s files wait behind those that come over slow lines', async () => {
  const [ann, ben, cid] = [await services.signUp(), await services.signUp(), await services.signUp()];
  const controller = new AbortController();
  const { signal } = controller;
  const slow = [ann, ben].map(({ actor }) =>
    saveUploads(services, actor, { request: form(stuck(), 500_000_000), signal }),
  );
  const saved = await saveUploads(services, cid.actor, { request: form(whole(), 120), signal });
  expect(saved.entries).toMatchObject([{ path: '/data/input/essay.txt', size: 4 }]);
  controller.abort();
  await expect(Promise.any(slow)).rejects.toMatchObject({
    errors: [{ code: 'upload_incomplete' }, { code: 'upload_incomplete' }],
  });
});
