import { createRequire } from 'node:module';
import { Prisma } from '@prisma/client';
import { expect, it } from 'vitest';

it('Prisma’s clients for both databases have the same models', () => {
  const postgres = createRequire(import.meta.url)('.prisma/postgres') as { Prisma: typeof Prisma };
  expect(Prisma.dmmf.datamodel.models.length).toBeGreaterThan(10);
  expect(postgres.Prisma.dmmf.datamodel).toEqual(Prisma.dmmf.datamodel);
});
