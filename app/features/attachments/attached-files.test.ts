import { describe, expect, it } from 'vitest';
import { newAttachment, NO_FILES, reduceAttachedFiles, type AttachedFiles } from './attached-files';
import type { Attachment } from './attachment';

const fileNamed = (name: string): Attachment => newAttachment(new File(['words'], name), 'text');
const namesOf = ({ items }: AttachedFiles): string[] => items.map(({ name }) => name);
const rowOf = (...items: Attachment[]): AttachedFiles => ({ ...NO_FILES, items });

const notes = fileNamed('notes.txt');
const report = fileNamed('report.txt');
const late = fileNamed('late.txt');

describe('the files of the next request', () => {
  it('come back after a reload before those that were attached meanwhile, and the lost ones are named', () => {
    const files = reduceAttachedFiles(rowOf(late), { type: 'restored', items: [notes], lost: ['big.pdf'] });
    expect(namesOf(files)).toEqual(['notes.txt', 'late.txt']);
    expect(files.problems).toEqual(['big.pdf wasn’t kept through the reload. Attach it again to send it.']);
  });

  it('leave with their request; what was attached while it was on its way out stays', () => {
    const files = reduceAttachedFiles(rowOf(notes, report, late), {
      type: 'cleared',
      items: [notes, report],
    });
    expect(namesOf(files)).toEqual(['late.txt']);
  });

  it('come back with a request that failed, unless others have been attached since', () => {
    const givenBack = { type: 'given-back', items: [notes] } as const;
    expect(namesOf(reduceAttachedFiles(NO_FILES, givenBack))).toEqual(['notes.txt']);
    expect(namesOf(reduceAttachedFiles(rowOf(late), givenBack))).toEqual(['late.txt']);
  });

  it('stand as they stood when a session is undone, each once, with what was attached since', () => {
    const changed = { ...notes, include: false };
    const files = reduceAttachedFiles(rowOf(changed, late), { type: 'put-back', items: [notes, report] });
    expect(namesOf(files)).toEqual(['notes.txt', 'report.txt', 'late.txt']);
    expect(files.items[0]?.include).toBe(true);
  });

  it('take no notice of what was read of a file that is gone', () => {
    const removed = reduceAttachedFiles(rowOf(notes, report), { type: 'removed', id: notes.id });
    const changes = { state: 'ready', text: 'words' } as const;
    const files = reduceAttachedFiles(removed, { type: 'changed', id: notes.id, changes });
    expect(files.items).toEqual([report]);
  });
});
