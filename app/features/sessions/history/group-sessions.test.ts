import { expect, it } from 'vitest';
import type { ListedSession } from '../answers';
import { groupSessions } from './group-sessions';

const session = (Title: string, ChangedAt: string, IsPinned = false): ListedSession => ({
  Id: Title,
  Title,
  Provider: '',
  Model: '',
  SessionRequests: 1,
  SessionTokensIn: 1,
  SessionTokensOut: 1,
  SessionTotalCostUsd: 0,
  SavedAt: ChangedAt,
  ChangedAt,
  Kind: 'recent',
  IsPinned,
  SizeBytes: 1,
});
const groupsOf = (sessions: ListedSession[], timeZone: string, now = '2026-11-28T16:00:00Z') =>
  groupSessions(sessions, new Date(now), timeZone).map(({ title, sessions }) => [
    title,
    ...sessions.map(({ Title }) => Title),
  ]);

it('sessions are grouped by the day in the user’s timezone, the pinned ones first', () => {
  const sessions = [
    session('Pinned one', '2025-01-01T00:00:00Z', true),
    session('Evening', '2026-11-28T15:30:00Z'),
    session('Noon', '2026-11-28T12:00:00Z'),
    session('A week', '2026-11-24T12:00:00Z'),
    session('A month', '2026-11-05T12:00:00Z'),
    session('Long ago', '2026-03-05T12:00:00Z'),
  ];
  const later = [
    ['Last 7 days', 'A week'],
    ['Last 30 days', 'A month'],
    ['March 2026', 'Long ago'],
  ];
  expect(groupsOf(sessions, 'UTC')).toEqual([
    ['Pinned', 'Pinned one'],
    ['Today', 'Evening', 'Noon'],
    ...later,
  ]);
  // In Tokyo it is the 29th since 15:00 UTC.
  expect(groupsOf(sessions, 'Asia/Tokyo')).toEqual([
    ['Pinned', 'Pinned one'],
    ['Today', 'Evening'],
    ['Yesterday', 'Noon'],
    ...later,
  ]);
});
