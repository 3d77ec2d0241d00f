import { newKey } from '~/core/browser/new-key';
import type { Attachment } from './attachment';
import type { FileKind } from './limits';

/** The files of the next request, and what has to be said of those that aren't among them. */
export interface AttachedFiles {
  items: readonly Attachment[];
  problems: readonly string[];
}

export type AttachedFilesAction =
  | { type: 'added'; items: readonly Attachment[]; problems: readonly string[] }
  /** After a reload; `lost` are the names of files that were not kept. */
  | { type: 'restored'; items: readonly Attachment[]; lost: readonly string[] }
  | { type: 'changed'; id: string; changes: Partial<Attachment> }
  | { type: 'removed'; id: string }
  /** These left: what was attached while they were on their way out is for the next request. */
  | { type: 'cleared'; items: readonly Attachment[] }
  /** These as they stood before, and what was attached since. */
  | { type: 'put-back'; items: readonly Attachment[] }
  /** Those of a request that failed, unless others have been attached meanwhile. */
  | { type: 'given-back'; items: readonly Attachment[] }
  | { type: 'problems-dismissed' };

export const NO_FILES: AttachedFiles = { items: [], problems: [] };

export function reduceAttachedFiles(files: AttachedFiles, action: AttachedFilesAction): AttachedFiles {
  const { items, problems } = files;
  switch (action.type) {
    case 'added':
      return { items: [...items, ...action.items], problems: action.problems };
    case 'restored':
      return { items: [...action.items, ...items], problems: action.lost.map(describeLost) };
    case 'changed': {
      const { id, changes } = action;
      return { items: items.map((item) => (item.id === id ? { ...item, ...changes } : item)), problems };
    }
    case 'removed':
      return { items: items.filter(({ id }) => id !== action.id), problems };
    case 'cleared':
      return { items: without(items, action.items), problems: [] };
    case 'put-back':
      return { items: [...action.items, ...without(items, action.items)], problems };
    case 'given-back':
      return items.length === 0 ? { items: action.items, problems } : files;
    case 'problems-dismissed':
      return { items, problems: [] };
  }
}

export const newAttachment = (file: File, kind: FileKind): Attachment => ({
  id: newKey(),
  file,
  name: file.name,
  kind,
  state: 'reading',
  text: '',
  ocrUsed: false,
  pictures: [],
  include: true,
  useExtract: true,
  useVision: false,
});

const describeLost = (name: string): string =>
  `${name} wasn’t kept through the reload. Attach it again to send it.`;

const without = (items: readonly Attachment[], others: readonly Attachment[]): Attachment[] =>
  items.filter(({ id }) => !others.some((other) => other.id === id));
