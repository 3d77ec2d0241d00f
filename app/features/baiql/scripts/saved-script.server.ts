import type { BaiqlScript } from '@prisma/client';
import { DomainError } from '~/core/shared/errors';

/** A script as the API gives it. */
export interface SavedScript {
  scriptId: string;
  name: string;
  content: string;
  userId: string;
  createdAt: string;
  updatedAt: string;
}

export const describeScript = (row: BaiqlScript): SavedScript => ({
  scriptId: row.id,
  name: row.name,
  content: row.content,
  userId: row.userId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const noSuchScript = (): DomainError => new DomainError('not-found', 'There is no such script.');
