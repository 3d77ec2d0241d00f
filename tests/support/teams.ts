import { randomUUID } from 'node:crypto';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { TestServer } from './server';

/** A team whose plan is on, with one member, put into the database beside the running server. */
export function makeTeam({ dataDir }: TestServer, owner: { userId: string }, member: { userId: string }) {
  const database = new SqliteDatabase(path.join(dataDir, 'app.db'), { timeout: 5_000 });
  const [teamId, now] = [randomUUID(), Date.now()];
  try {
    database
      .prepare(
        "INSERT INTO team (id, user_id, name, plan, seats, is_on, created_at) VALUES (?, ?, 'A team', 'team', 5, 1, ?)",
      )
      .run(teamId, owner.userId, now);
    database
      .prepare(
        "INSERT INTO team_member (user_id, team_id, rank, joined_at, has_seat) VALUES (?, ?, 'member', ?, 1)",
      )
      .run(member.userId, teamId, now);
  } finally {
    database.close();
  }
}
