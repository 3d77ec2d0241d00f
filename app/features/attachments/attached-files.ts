import { newKey } from '~/core/browser/new-key';
import type { Attachment } from './attachment';
import type { FileKind } from './limits';

/** Files attached to the next request, and problems with files that aren't. */
export interface AttachedFiles {
  items: readonly Attachment[];
  problems: readonly string[];
}

export type AttachedFilesAction =
  | { type: 'added'; items: readonly Attachment[]; problems: readonly string[] }
  /** After a reload; `lost` has the names of files that weren't stored. */
  | { type: 'restored'; items: readonly Attachment[]; lost: readonly string[] }
  | { type: 'changed'; id: string; changes: Partial<Attachment> }
  | { type: 'removed'; id: string }
  /** These were sent; files added in the meantime stay for the next request. */
  | { type: 'cleared'; items: readonly Attachment[] }
  /** Restores these files and keeps those added since. */
  | { type: 'put-back'; items: readonly Attachment[] }
  /** Restores the files of a failed request, unless others have been attached. */
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
