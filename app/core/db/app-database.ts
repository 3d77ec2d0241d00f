import type { PrismaClient } from '@prisma/client';
import type { SqlDatabase } from './sql';

export type { PrismaClient };

/** Scheduled backups are rotated. Manual ones are never removed. */
export type BackupKind = 'app' | 'manual';

export interface DatabaseDescription {
  kind: 'sqlite' | 'postgres';
  /** With its version, such as `PostgreSQL 16.2`. */
  name: string;
  sizeBytes: number;
  migrations: number;
}

/** An open database, without its dialect. Stores with SQL of one dialect are made at boot. */
export interface AppDatabase {
  prisma: PrismaClient;
  sql: SqlDatabase;
  /** Names of the migrations applied at opening. */
  applied: string[];
  describe(): Promise<DatabaseDescription>;
  /** Makes a backup while the database is in use. Returns its path. */
  backUp(backupsDir: string, at: Date, kind: BackupKind): Promise<string>;
  /** False if it can’t be read, for example because its disk is gone. */
  isReadable(): Promise<boolean>;
  close(): Promise<void>;
}
