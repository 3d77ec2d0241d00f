import { equalKey } from '@promptwell/text';
import type { SqliteConnection } from '~/core/db/sqlite/lock.server';
import { matchTerms } from '~/core/db/sqlite/match-terms.server';
import type { PromptSort } from '../../list-schema';
import type { FoundPrompts, PromptQuery, PromptScope, PromptSearch } from '../prompt-search';

/**
 * Maximum matches to fetch and sort. With more, walking an index in the requested order finds enough of them quickly.
 */
const MAX_TO_SORT = 5_000;

const OF_TEAM = 'saved_prompt_team_id_created_at_id_idx';

const INDEXES = {
  own: {
    recent: ['saved_prompt_user_id_created_at_id_idx', 'p.created_at DESC, p.id DESC'],
    oldest: ['saved_prompt_user_id_created_at_id_idx', 'p.created_at, p.id'],
    popular: ['saved_prompt_user_id_use_count_id_idx', 'p.use_count DESC, p.id DESC'],
    used: ['saved_prompt_user_id_last_used_at_id_idx', 'p.last_used_at DESC, p.id DESC'],
  },
  team: {
    recent: [OF_TEAM, 'p.created_at DESC, p.id DESC'],
    oldest: [OF_TEAM, 'p.created_at, p.id'],
    popular: [OF_TEAM, 'p.created_at DESC, p.id DESC'],
    used: [OF_TEAM, 'p.created_at DESC, p.id DESC'],
  },
  community: {
    recent: ['saved_prompt_is_public_moderation_created_at_id_idx', 'p.created_at DESC, p.id DESC'],
    oldest: ['saved_prompt_is_public_moderation_created_at_id_idx', 'p.created_at, p.id'],
    popular: [
      'saved_prompt_is_public_moderation_like_count_created_at_id_idx',
      'p.like_count DESC, p.created_at DESC, p.id DESC',
    ],
    used: ['saved_prompt_is_public_moderation_created_at_id_idx', 'p.created_at DESC, p.id DESC'],
  },
} as const satisfies Record<PromptScope['kind'], Record<PromptSort, readonly [index: string, order: string]>>;

const WHOSE = {
  own: 'p.user_id = @userId',
  // Team members and the team's owner.
  team: `p.team_id = @teamId AND (
    EXISTS (SELECT 1 FROM team_member m WHERE m.user_id = p.user_id AND m.has_seat)
    OR EXISTS (SELECT 1 FROM team t WHERE t.id = p.team_id AND t.user_id = p.user_id))`,
  community: `p.is_public = 1 AND p.moderation = 'clear'`,
} as const;

const MATCHES = 'SELECT rowid FROM prompt_search WHERE prompt_search MATCH @match';

function statementsOf(kind: PromptScope['kind'], sort: PromptSort) {
  const [index, order] = INDEXES[kind][sort];
  const walk = `FROM saved_prompt p INDEXED BY ${index} WHERE ${WHOSE[kind]} ORDER BY ${order}`;
  return {
    page: `SELECT p.id ${walk} LIMIT @limit OFFSET @offset`,
    walk: `SELECT p.id, p.number ${walk}`,
    sorted: `SELECT p.id FROM json_each(@numbers) AS found CROSS JOIN saved_prompt p ON p.number = found.value
      ORDER BY ${order} LIMIT @limit OFFSET @offset`,
  };
}

export function createSqlitePromptSearch({ connection, lock }: SqliteConnection): PromptSearch {
  const prepare = <Row>(sql: string) => connection.prepare<[object], Row>(sql).safeIntegers(false);

  function find({ scope, search, folder, tag, sort, page, pageSize }: PromptQuery): FoundPrompts {
    const sql = statementsOf(scope.kind, sort);
    const owner = ownerOf(scope);
    const range = { limit: pageSize, offset: (page - 1) * pageSize };

    if (search.trim() === '' && folder === undefined && tag === undefined) {
      const count = prepare<number>(`SELECT count(*) FROM saved_prompt p WHERE ${WHOSE[scope.kind]}`).pluck();
      return {
        total: count.get(owner) ?? 0,
        ids: prepare<string>(sql.page)
          .pluck()
          .all({ ...owner, ...range }),
      };
    }
    const terms = matchTerms(search);
    if (terms === '' && search.trim() !== '') return { total: 0, ids: [] };
    const numbers = prepare<number>(MATCHES)
      .pluck()
      .all({ match: matchOf(scope, terms, { folder, tag }) });
    if (scope.kind === 'team') {
      // The index covers authors and the community. Teams have few prompts, which are scanned.
      const found = new Set(numbers);
      const ofTeam = prepare<NumberedPrompt>(sql.walk).all(owner);
      const ids = ofTeam.filter(({ number }) => found.has(number)).map(({ id }) => id);
      return { total: ids.length, ids: ids.slice(range.offset, range.offset + range.limit) };
    }
    const total = numbers.length;
    if (range.offset >= total) return { total, ids: [] };
    if (total <= MAX_TO_SORT) {
      const sorted = prepare<string>(sql.sorted).pluck();
      return { total, ids: sorted.all({ ...range, numbers: JSON.stringify(numbers) }) };
    }
    const rows = prepare<NumberedPrompt>(sql.walk).iterate(owner);
    return { total, ids: takeFound(rows, new Set(numbers), range) };
  }
  return { find: (query) => lock.run(() => find(query)) };
}

interface NumberedPrompt {
  id: string;
  number: number;
}

/** A page of matches from a list in order; stops reading when the page is full. */
function takeFound(
  rows: Iterable<NumberedPrompt>,
  found: ReadonlySet<number>,
  { offset, limit }: { offset: number; limit: number },
): string[] {
  const ids: string[] = [];
  let skipped = 0;
  for (const { id, number } of rows) {
    if (!found.has(number)) continue;
    if (skipped < offset) skipped += 1;
    else if (ids.push(id) === limit) break;
  }
  return ids;
}

function ownerOf(scope: PromptScope): { userId?: string; teamId?: string } {
  switch (scope.kind) {
    case 'own':
      return { userId: scope.userId };
    case 'team':
      return { teamId: scope.teamId };
    case 'community':
      return {};
  }
}

/** The lists that a prompt must be in, and the tokens of the search. */
function matchOf(
  scope: PromptScope,
  terms: string,
  { folder, tag }: Pick<PromptQuery, 'folder' | 'tag'>,
): string {
  const lists = [
    ...(scope.kind === 'own' ? [`o${scope.userId.replaceAll('-', '')}`] : []),
    ...(scope.kind === 'community' ? ['community'] : []),
    ...(folder === undefined ? [] : [`f${hexOf(folder)}`]),
    ...(tag === undefined ? [] : [`t${hexOf(tag)}`]),
  ];
  return [...lists.map((list) => `"=${list}"`), ...(terms === '' ? [] : [terms])].join(' AND ');
}

/** As in SQLite's `hex(equal_key(…))`. */
const hexOf = (text: string): string => Buffer.from(equalKey(text)).toString('hex');
