import { describe, expect, it } from 'vitest';
import { errorView } from './error-view';

const answer = (status: number, statusText: string, data: unknown) => ({
  status,
  statusText,
  data,
  internal: false,
});

describe('what the error page says', () => {
  it('is what the server said', () => {
    const { help } = errorView(answer(409, 'Conflict', { message: 'This prompt was changed elsewhere.' }));
    expect(help).toBe('This prompt was changed elsewhere.');
  });

  it('is the name of the status when the server said nothing', () => {
    expect(errorView(answer(405, 'Method Not Allowed', null)).help).toBe('Method Not Allowed');
  });

  it('is the number of the status when that has no name', () => {
    expect(errorView(answer(418, '', null)).help).toBe('Request failed with status 418');
  });

  it('never shows what the framework wrote for programmers', () => {
    const { help } = errorView(answer(405, 'Method Not Allowed', 'Error: You made a POST request to "/x"'));
    expect(help).toBe('Method Not Allowed');
  });

  it('has the server’s sentence as its title where access is denied, and whom to ask if it is for want of a role', () => {
    const denied = { message: 'Access denied: Admins only', code: 'forbidden' };
    const { title, help, retry } = errorView(answer(403, 'Forbidden', denied));
    expect({ title, retry }).toEqual({ title: 'Access denied: Admins only', retry: 'no' });
    expect(help).toContain('ask an administrator');
    const other = { message: 'This invitation was sent to another address.', code: 'invitation_for_other' };
    expect(errorView(answer(403, 'Forbidden', other))).toMatchObject({ help: '', needsOtherAccount: true });
  });

  it('leads to the plans where one is missing', () => {
    const denied = { message: 'Pro or Admin users only', code: 'forbidden' };
    expect(errorView(answer(403, 'Forbidden', denied))).toMatchObject({
      title: 'Pro or Admin users only',
      link: { to: '/pricing' },
    });
  });

  it('says what is not there where the server named it, else how pages are found', () => {
    const invitation = { message: 'This invitation is no longer valid.', code: 'invitation_over' };
    expect(errorView(answer(404, 'Not Found', invitation)).help).toBe('This invitation is no longer valid.');
    const { help } = errorView(answer(404, 'Not Found', { message: 'There is no such page.' }));
    expect(help).toContain('Check the address');
  });

  it('says how long to wait after too many requests', () => {
    const message = 'You’re searching too fast. Try again in 30 seconds.';
    expect(errorView(answer(429, 'Too Many Requests', { message, retryAfterSeconds: 30 }))).toEqual({
      title: 'Too many requests',
      help: message,
      retry: 'reload',
    });
  });

  it('names the request of a fault, for those who run the server', () => {
    const body = { message: 'Something went wrong on our side. Please try again.', requestId: 'r-1' };
    expect(errorView(answer(500, 'Internal Server Error', body))).toMatchObject({ requestId: 'r-1' });
  });

  it('tells a newer version from a fault', () => {
    const error = new TypeError('Failed to fetch dynamically imported module: /assets/ai-1.js');
    const { title, help, retry } = errorView(error);
    expect({ title, retry }).toEqual({ title: 'Part of this page didn’t load', retry: 'reload' });
    expect(help).toContain('ChunkLoadError');
  });

  it.each([
    'Failed to fetch', // Chrome
    'NetworkError when attempting to fetch resource.', // Firefox
    'Load failed', // Safari
  ])('tells a lost connection from a fault: %s', (message) => {
    expect(errorView(new TypeError(message))).toMatchObject({
      title: 'Can’t reach the server',
      retry: 'by-itself',
    });
  });

  it('keeps the inside of a fault to itself', () => {
    expect(JSON.stringify(errorView(new Error('SQLITE_BUSY')))).not.toContain('SQLITE');
  });
});
