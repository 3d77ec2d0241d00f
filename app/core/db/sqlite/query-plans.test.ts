import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Actor } from '~/core/server/session.server';
import { listSessions, readAccountPage } from '~/features/accounts/index.server';
import {
  ACTIVITY_LISTS,
  activityAddressSchema,
  exportLedgers,
  listAdminLedger,
  listUsers,
  readActivityPage,
  readBreakdown,
  readOverviewPage,
  USER_SORTS,
  usersQuerySchema,
} from '~/features/admin/index.server';
import { auditQuerySchema, listAudit } from '~/features/audit/index.server';
import {
  compareQuerySchema,
  compareRuns,
  getRun,
  getVersion,
  listItems,
  listItemsSchema,
  listRuns,
  listRunsSchema,
  listScripts,
  listVersions,
  monitorQuerySchema,
  readLogs,
  RUN_SORTS,
  readMonitor,
  saveScript,
} from '~/features/baiql/index.server';
import {
  breakDownCategories,
  recoverBalanceChanges,
  getBalance,
  historyQuerySchema,
  listLedger,
  ledgerQuerySchema,
  previewPrice,
  priceFormSchema,
  readPriceHistory,
  savePrice,
  summarizeUsage,
} from '~/features/billing/index.server';
import { readCategories, readCategory, readTopics } from '~/features/content/index.server';
import { readAnalytics, readHistory, readInsights, readOverview } from '~/features/dashboard/index.server';
import { listDocs, DOC_TYPES } from '~/features/docs/index.server';
import { listEditableDocs, readEditorPage } from '~/features/docs-editor/index.server';
import {
  exportFeedback,
  feedbackResultsQuerySchema,
  readFeedbackResults,
  readSurvey,
} from '~/features/feedback/index.server';
import { readModelsPage } from '~/features/models/index.server';
import { listRecentPayments } from '~/features/payments/index.server';
import {
  exportPrompts,
  exportQuerySchema,
  flaggedQuerySchema,
  generatedPromptSchema,
  libraryQuerySchema,
  listFlagged,
  listPromptVersions,
  moderationAddressSchema,
  readLibrary,
  readModerationPage,
  recordGeneratedPrompt,
  savePrompt,
  savePromptSchema,
  toggleFlag,
} from '~/features/prompts/index.server';
import {
  keepTurn,
  listSavedSessions,
  listSessionsSchema,
  pinSession,
  readShare,
  readSharedSession,
  readTurns,
  removeTurn,
  revokeShare,
  saveSession,
  saveSessionSchema,
  shareSchema,
  shareSession,
  sweepHistory,
  sweepShares,
  turnsQuerySchema,
} from '~/features/sessions/index.server';
import { queueMails } from '~/features/notifications/index.server';
import { syncTeam, inviteMember, readTeamsPage, sweepInvitations } from '~/features/teams/index.server';
import { testServices, type TestServices } from '../../../../tests/support/services';

/**
 * Allowed scans: small tables that are read whole (vendors, models, migrations, topics); sorting at most a thousand
 * users found by a search (user-search.test.ts); sums over an index range into a few groups; and Prisma's query for an
 * empty list.
 */
const SMALL =
  /(FROM|UPDATE) [`"\w.]*\b(ai_provider|ai_model|ai_price|_migration|category|provider_day|duty_report|provider_first_reply|purpose|second_factor_role|topic)\b|AS found CROSS JOIN|GROUP BY (provider|.*user_id|.*raw_topic)|WHERE 1=0/;

let services: TestServices;
const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
beforeAll(() => {
  services = testServices();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await services.close();
});

async function addRun({ userId }: Actor): Promise<string> {
  const { id } = await services.prisma.baiqlExecution.create({
    data: {
      id: '01234567-89ab-4cde-8f01-23456789abcd',
      userId,
      scriptName: 'Test',
      script: '# mine',
      plan: '{"items":[]}',
      planHash: 'h',
      mode: 'EXECUTE',
      status: 'completed',
      createdAt: 1n,
      finishedAt: 1n,
      results: {
        create: { batch: 1, number: 1, status: 'failed', label: '', prompt: '', reply: '', detail: '{}' },
      },
    },
  });
  return id;
}

/** Everything that editors write: docs with their versions, and the generator's content. */
async function readTexts(actor: Actor): Promise<void> {
  const { prisma } = services;
  const text = { title: 'One', content: 'One', displayOrder: 1, updatedAt: new Date(services.clock()) };
  const doc = await prisma.doc.create({ data: { type: 'faq', slug: 'one', ...text } });
  const category = await prisma.category.create({ data: { name: 'One', sortOrder: 1 } });
  await prisma.topic.create({ data: { name: 'One' } });
  await listDocs(services);
  for (const type of DOC_TYPES) await listEditableDocs(services, type);
  await readEditorPage(services, actor, doc.id);
  await readCategories(services);
  await readCategory(services, category.id);
  await readTopics(services);
}

/** Columns with whole texts, of up to megabytes. */
const LONG_TEXT = /`(content|prompt_text|io_text|thread_json)`|`baiql_execution`\.`(script|plan)`/;

/** Asks for a page of each list of what has a long text, and for all of that to be deleted. */
async function listAndDeleteTexts(actor: Actor): Promise<void> {
  for (const tab of ['mine', 'team', 'community'])
    await readLibrary(services, actor, libraryQuerySchema.parse({ tab }));
  await listFlagged(services, flaggedQuerySchema.parse({}));
  await listSavedSessions(services, actor, listSessionsSchema.parse({}));
  await listScripts(services, actor);
  await listRuns(services, actor, listRunsSchema.parse({}));
  for (const type of DOC_TYPES) await listEditableDocs(services, type);
  for (const list of ['generated', 'saved', 'runs'])
    await readActivityPage(services, actor, activityAddressSchema.parse({ list }));
  for (const kept of services.personalData) await kept.remove(actor.userId);
}

/** Keeps, reads, saves and removes the exchanges of a session. */
async function readHistoryOf(actor: Actor): Promise<void> {
  const sessionId = '01234567-89ab-4cde-8f01-23456789abce';
  const Entries = [{ role: 'user' as const, text: 'One', label: 'You' }];
  const input = { Entries, Begins: true, Provider: '', Model: '', Instructions: '' };
  for (const key of ['one', 'two']) await keepTurn(services, actor, { sessionId, key, input });
  for (const before of [undefined, '0-1'])
    await readTurns(services, actor, { sessionId, query: turnsQuerySchema.parse({ before }) });
  await pinSession(services, actor, { id: sessionId, isPinned: true });
  const saved = { Title: 'One', SessionId: sessionId, ThreadJson: JSON.stringify(Entries) };
  await saveSession(services, actor, { input: saveSessionSchema.parse(saved) });
  const link = await shareSession(services, actor, { id: sessionId, input: shareSchema.parse({}) });
  await readShare(services, actor, sessionId);
  await readSharedSession(services, undefined, link.Url.slice(-22));
  await revokeShare(services, actor, sessionId);
  await sweepShares(services);
  await removeTurn(services, actor, { sessionId, key: 'two' });
  await sweepHistory(services);
}

/** Asks for every list there is, in each of its orders, and for an export of everything. */
async function readEveryList(actor: Actor): Promise<void> {
  const { scriptId } = await saveScript(services, actor, { name: 'One', content: '# one' });
  await listVersions(services, actor, scriptId);
  await getVersion(services, actor, { id: scriptId, version: 1 });
  const id = await addRun(actor);
  await listScripts(services, actor);
  for (const sort of RUN_SORTS) {
    for (const query of [{ page: 2 }, { order: 'asc' }, { status: 'failed' }, { after: id }]) {
      await listRuns(services, actor, listRunsSchema.parse({ sort, ...query }));
    }
  }
  await readMonitor(services, actor, { id, ...monitorQuerySchema.parse({}) });
  await compareRuns(services, actor, { ...compareQuerySchema.parse({ rows: 'all' }), a: id, b: id });
  await getRun(services, actor, id);
  await readLogs(services, actor, { id });
  for (const query of [{}, { status: 'failed' }, { status: 'edited' }, { after: '1/1' }, { q: 'a' }]) {
    await listItems(services, actor, { id, ...listItemsSchema.parse(query) });
  }
  const plan = { plan: 'team', seats: 5, isOn: true };
  await services.prisma.$transaction((tx) => syncTeam(tx, { userId: actor.userId, ...plan }, 1));
  for (const page of [1, 2]) await readTeamsPage(services, actor, { page });
  await inviteMember(services, actor, { email: 'bob@example.org', rank: 'member' });
  await sweepInvitations(services);
  await queueMails(services);
  await recoverBalanceChanges(services);
  await listSessions(services, actor);
  await savePrompt(services, actor, savePromptSchema.parse({ title: 'One', content: 'One' }));
  await saveSession(services, actor, { input: saveSessionSchema.parse({ Title: 'One' }), saveKey: 'one' });
  for (const q of ['', 'o', '会']) {
    for (const kind of ['saved', 'recent', 'all'])
      await listSavedSessions(services, actor, listSessionsSchema.parse({ q, kind }));
  }
  await readHistoryOf(actor);
  for (const tab of ['mine', 'team', 'community']) {
    for (const sort of ['recent', 'popular', 'oldest', 'used']) {
      for (const search of ['', 'one', '会']) {
        await readLibrary(services, actor, libraryQuerySchema.parse({ tab, sort, search }));
      }
    }
  }
  for (const filter of [{ folder: 'Work' }, { tag: 'one' }])
    await readLibrary(services, actor, libraryQuerySchema.parse({ ...filter, search: 'one' }));
  for (const queue of ['open', 'rejected', 'all']) {
    await listFlagged(services, flaggedQuerySchema.parse({ queue, code: '1a' }));
    await readModerationPage(services, actor, moderationAddressSchema.parse({ queue, days: '7' }));
  }
  const [prompt] = (await readLibrary(services, actor, libraryQuerySchema.parse({}))).prompts;
  const promptId = prompt?.id ?? '';
  await listPromptVersions(services, actor, promptId);
  await readModerationPage(services, actor, moderationAddressSchema.parse({ id: promptId }));
  await toggleFlag(services, actor, promptId);
  await exportPrompts(services, actor, exportQuerySchema.parse({})).text();
  await recordGeneratedPrompt(services, actor, generatedPromptSchema.parse({ categoryId: null }));
  await getBalance(services, actor);
  for (const read of [readOverview, readAnalytics, readInsights])
    await read(services, actor, { range: '30d' });
  for (const query of [{}, { page: '200' }, { from: '2026-11-01', reason: 'a', min: '0', after: '9' }]) {
    await readHistory(services, actor, historyQuerySchema.parse(query));
  }
  await breakDownCategories(services, actor, {});
  await summarizeUsage(services, actor, {});
  await listLedger(services, actor, ledgerQuerySchema.parse({}));
  const price = { provider: 'demo', model: 'demo', inputPricePer1K: '1', outputPricePer1K: '1' };
  await savePrice(services, actor, priceFormSchema.parse(price));
  await previewPrice(services, priceFormSchema.parse(price));
  await readPriceHistory(services, actor, price);
  await services.prisma.aiProvider.create({ data: { key: 'demo', name: 'Demo', protocol: 'demo' } });
  await readModelsPage(services, actor);
  await readAccountPage(services, { ...actor, roles: ['admin'] }, {});
  for (const sort of USER_SORTS) {
    for (const search of ['', 'ad', 'ada'])
      for (const joined of [undefined, '7'])
        await listUsers(services, usersQuerySchema.parse({ sort, search, joined }));
  }
  for (const query of [
    {},
    { action: 'a' },
    { actor: actor.email },
    { subject: 'a' },
    { from: '2026-11-01' },
  ]) {
    const { next } = await listAudit(services, auditQuerySchema.parse({ ...query, pageSize: 1 }));
    await listAudit(
      services,
      auditQuerySchema.parse({ ...query, after: next ?? '2026-11-20T09:00:00.000Z_x' }),
    );
  }
  await readOverviewPage(services, actor);
  const REQUEST_FILTERS = [
    { days: '7', payer: 'free' },
    { days: '1', provider: 'demo', after: '1_a' },
  ];
  for (const list of Object.keys(ACTIVITY_LISTS)) {
    for (const filter of [
      {},
      { after: '1_a' },
      { after: '9' },
      { category: '1' },
      { status: 'failed' },
      ...REQUEST_FILTERS,
    ]) {
      await readActivityPage(services, actor, activityAddressSchema.parse({ list, ...filter }));
    }
  }
  await readBreakdown(services, { userId: actor.userId });
  await listAdminLedger(services, { userId: actor.userId, page: 1, pageSize: 50 });
  for (const what of ['all', 'income'] as const)
    await (await exportLedgers(services, actor, { what })).text();
  await listRecentPayments(services, actor, { take: 10 });
  for (const query of [{}, { group: '1' }, { page: '2' }]) {
    await readFeedbackResults(services, actor, feedbackResultsQuerySchema.parse(query));
  }
  await readSurvey(services, actor);
  await (await exportFeedback(services, actor)).text();
  await readTexts(actor);
  for (const kept of services.personalData) {
    for await (const { content } of kept.exportFiles(actor.userId)) {
      for await (const piece of content) expect(piece.length).toBeGreaterThan(0);
    }
  }
}

/** Steps of a statement's plan that SQLite runs row by row or sorts in memory. */
function slowSteps(sql: string): string[] {
  const steps = services.connection
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\?|@\w+/g, "'1'")}`)
    .all();
  return steps
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN (?!sub$|.*(USING|VIRTUAL|CONSTANT))|TEMP B-TREE/.test(detail));
}

describe('every statement of the product', () => {
  it('finds its rows, and their order, in an index', async () => {
    const { actor } = await services.signUp({ roles: ['paiduser'] });
    await readEveryList(actor);
    const statements = new Set(prepare.mock.calls.map(([sql]) => sql));
    const asked = [...statements].filter((sql) => /^\s*(SELECT|UPDATE|DELETE)/.test(sql) && !SMALL.test(sql));
    const slow = asked.flatMap((sql) => slowSteps(sql).map((step) => ({ step, sql })));
    expect(slow).toEqual([]);
    for (const table of [
      'saved_prompt',
      'saved_prompt_version',
      'prompt_like',
      'prompt_report',
      'saved_session',
      'session_turn',
      'generated_prompt',
      'baiql_script',
      'baiql_script_version',
      'doc',
      'doc_version',
      'feedback',
      'style_template',
      'subtopic',
      'topup',
      'baiql_execution',
      'baiql_result',
      'session',
      'ledger_entry',
      'ledger_posting',
      'ledger_day',
      'team_member',
      'team_invitation',
      'ledger_usage',
      'ledger_uncharged',
      'user',
    ]) {
      expect(
        asked.some((sql) => new RegExp(`FROM [\`"\\w.]*${table}\\b`).test(sql)),
        table,
      ).toBe(true);
    }
  });

  it('reads no long text for a list, nor to delete an account', async () => {
    const { actor } = await services.signUp({ roles: ['teamuser'] });
    await savePrompt(
      services,
      actor,
      savePromptSchema.parse({ title: 'One', content: 'One', isPublic: true }),
    );
    prepare.mockClear();
    await listAndDeleteTexts(actor);
    const statements = prepare.mock.calls.map(([sql]) => sql);
    for (const table of ['saved_prompt', 'saved_session', 'baiql_script', 'baiql_execution', 'doc'])
      expect(
        statements.some((sql) => sql.includes(`\`${table}\`.`)),
        table,
      ).toBe(true);
    expect(statements.filter((sql) => LONG_TEXT.test(sql))).toEqual([]);
  });
});
