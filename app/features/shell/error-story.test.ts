import { describe, expect, it } from 'vitest';
import { errorStory } from './error-story';

const answer = (status: number, statusText: string, data: unknown) => ({
  status,
  statusText,
  data,
  internal: false,
});

describe('what the error page says', () => {
  it('is what the server said', () => {
    const { help } = errorStory(answer(409, 'Conflict', { message: 'This prompt was changed elsewhere.' }));
    expect(help).toBe('This prompt was changed elsewhere.');
  });

  it('is the name of the status when the server said nothing', () => {
    expect(errorStory(answer(405, 'Method Not Allowed', null)).help).toBe('Method Not Allowed');
  });

  it('is the number of the status when that has no name', () => {
    expect(errorStory(answer(418, '', null)).help).toBe('Request failed with status 418');
  });

  it('never shows what the framework wrote for programmers', () => {
    const { help } = errorStory(answer(405, 'Method Not Allowed', 'Error: You made a POST request to "/x"'));
    expect(help).toBe('Method Not Allowed');
  });

  it('tells a newer version from a fault', () => {
    const error = new TypeError('Failed to fetch dynamically imported module: /assets/ai-1.js');
    const { title, help, canReload } = errorStory(error);
    expect({ title, canReload }).toEqual({ title: 'A part of the page did not load', canReload: true });
    expect(help).toMatch(/^ChunkLoadError: /);
  });

  it('keeps the inside of a fault to itself', () => {
    const { help } = errorStory(new Error('SQLITE_BUSY'));
    expect(help).not.toContain('SQLITE');
  });
});
