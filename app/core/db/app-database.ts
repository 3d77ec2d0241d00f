import type { PrismaClient } from '@prisma/client';

export type { PrismaClient };

/** An open database, without its dialect. Stores with SQL of their own are made for a dialect at boot. */
export interface AppDatabase {
  prisma: PrismaClient;
  /** Names of the migrations applied at opening. */
  applied: string[];
  /** False if it can’t be read, for example because its disk is gone. */
  isReadable(): boolean;
  close(): Promise<void>;
}
