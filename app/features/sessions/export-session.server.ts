import type { Cells, DocumentPart, SheetColumn } from '@promptwell/baiql-runtime/writers';
import { sendExport } from '~/core/server/exports/send-export.server';
import type { Actor } from '~/core/server/session.server';
import type { ExportFormat } from '~/core/shared/export-formats';
import { zonedIso, zonedMinute } from '~/core/shared/zoned-time';
import type { SessionsDeps } from './deps.server';
import { formatCount, formatCountOf } from '~/ui/format-count';
import type { SavedSession } from './answers';
import type { ExportThread } from './schema';
import { getSavedSession } from './sessions.server';
import { oldestFirst, parseThread, speakerOf, type ThreadEntry } from './thread';

const COLUMNS: readonly SheetColumn[] = [
  { name: 'Role' },
  { name: 'Label' },
  { name: 'Text', width: 80 },
  { name: 'Date', format: 'date' },
  { name: 'InputTokens' },
  { name: 'OutputTokens' },
  { name: 'CostUsd' },
];

type Exported = Pick<
  SavedSession,
  | 'Title'
  | 'Provider'
  | 'Model'
  | 'IoText'
  | 'PromptText'
  | 'ThreadJson'
  | 'SessionTotalCostUsd'
  | 'SessionRequests'
>;

/** Exports a saved session. */
export async function exportSession(
  services: Pick<SessionsDeps, 'prisma' | 'inFlightRequests' | 'ledger' | 'preferences'>,
  actor: Actor,
  { id, format, signal }: { id: string; format: ExportFormat | undefined; signal: AbortSignal },
): Promise<Response> {
  return sendSession(services, actor, {
    session: await getSavedSession(services, actor, id),
    format,
    signal,
  });
}

/** Exports the page's thread without saving it. */
export const exportThread = (
  services: Pick<SessionsDeps, 'inFlightRequests' | 'ledger' | 'preferences'>,
  actor: Actor,
  { input: { Format: format, ...session }, signal }: { input: ExportThread; signal: AbortSignal },
): Promise<Response> => sendSession(services, actor, { session, format, signal });

async function sendSession(
  services: Pick<SessionsDeps, 'inFlightRequests' | 'ledger' | 'preferences'>,
  actor: Actor,
  { session, format, signal }: { session: Exported; format: ExportFormat | undefined; signal: AbortSignal },
): Promise<Response> {
  const { DefaultExportFormat: preferred, PreferredTimezone: timeZone } = await services.preferences.read(
    actor.userId,
  );
  // If a thread can't be parsed, its plain text is exported.
  const entries = parseThread(session.ThreadJson) ?? [{ role: 'ai', label: '', text: session.IoText }];
  const inOrder = oldestFirst(entries);
  return sendExport(services, actor, {
    title: session.Title === '' ? 'AI session' : session.Title,
    format: format ?? preferred,
    columns: COLUMNS,
    rows: each(inOrder.map((entry) => cellsOf(entry, timeZone))),
    document: each(documentOf(session, inOrder, timeZone)),
    signal,
  });
}

const cellsOf = (entry: ThreadEntry, timeZone: string): Cells => {
  const { usage } = entry.reply ?? {};
  const atMs = timeOf(entry);
  return [
    entry.role,
    speakerOf(entry),
    entry.text,
    atMs === null ? null : zonedIso(atMs, timeZone),
    usage?.inputTokens ?? null,
    usage?.outputTokens ?? null,
    usage?.costUsd ?? null,
  ];
};

function* documentOf(
  session: Exported,
  entries: readonly ThreadEntry[],
  timeZone: string,
): Generator<DocumentPart> {
  const { SessionRequests: requests, SessionTotalCostUsd: cost } = session;
  if (requests > 0) {
    yield { kind: 'text', text: `${formatCountOf(requests, 'request')}, $${cost.toFixed(6)}` };
  }
  for (const entry of entries) {
    const atMs = timeOf(entry);
    const time = atMs === null ? '' : `, ${zonedMinute(atMs, timeZone)}`;
    yield { kind: 'heading', level: 2, text: speakerOf(entry) + time };
    // Users' messages aren't Markdown, so they are exported verbatim.
    if (entry.role === 'ai') yield { kind: 'markdown', text: entry.text };
    else yield { kind: 'text', text: entry.text };
    const { usage } = entry.reply ?? {};
    if (usage) {
      const { inputTokens, outputTokens, costUsd } = usage;
      yield {
        kind: 'text',
        text: `${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out, $${costUsd.toFixed(6)}`,
      };
    }
  }
  if (session.PromptText.trim() === '') return;
  yield { kind: 'heading', level: 2, text: 'Prompt not sent yet' };
  yield { kind: 'text', text: session.PromptText };
}

/** Skips invalid timestamps, since threads may come from any client. */
function timeOf({ atMs }: ThreadEntry): number | null {
  const ms = new Date(atMs ?? NaN).getTime();
  return Number.isNaN(ms) ? null : ms;
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}
