import { EXPORT_FORMATS } from '~/core/shared/export-formats';
import type { ErrorKind } from '~/core/shared/errors';
import { pageNumber } from '~/core/shared/page-number';
import { INSTRUCTIONS_TOO_LONG, MAX_INSTRUCTIONS_CHARACTERS } from '~/core/shared/request-options';
import { z } from '~/core/shared/zod';
import { MAX_PROMPT_CHARACTERS } from '~/features/completions/index.server';
import { cleanName, EMPTY_NAME } from './clean-name';
import { parseThread, threadEntrySchema } from './thread';

/** Ten times a thread with a hundred long replies. */
const MAX_TEXT_CHARACTERS = 3_000_000;

/** Maximum body of a call with a session. Most text is one byte per character, sent twice. */
export const MAX_SESSION_BODY_BYTES = { free: 4 * 1024 * 1024, pro: 16 * 1024 * 1024 } as const;

const count = z.number().int().min(0).max(2_000_000_000).default(0);
const text = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters, `A session can have up to ${maxCharacters.toLocaleString('en-US')} characters.`)
    .default('');

export const sessionName = z
  .string()
  .max(10_000)
  .transform(cleanName)
  .refine((name) => name !== '', EMPTY_NAME)
  .meta({
    description:
      'Up to 160 letters, digits, spaces and _ - ( ) . are kept; / and [ ] become - and ( ), other characters are removed.',
  });

const figures = {
  SessionRequests: count,
  SessionTokensIn: count,
  SessionTokensOut: count,
  SessionTotalCostUsd: z.number().min(0).max(1_000_000).default(0),
};

const content = {
  Provider: z.string().trim().max(64).default(''),
  Model: z.string().trim().max(128).default(''),
  IoText: text(MAX_TEXT_CHARACTERS).meta({ description: 'The thread as one text.' }),
  PromptText: text(MAX_PROMPT_CHARACTERS).meta({ description: 'The contents of the prompt field.' }),
  ThreadJson: text(MAX_TEXT_CHARACTERS)
    .refine((json) => json === '' || parseThread(json) !== undefined, 'ThreadJson is not a thread.')
    .meta({
      description:
        'A JSON array of entries { role: "user" or "ai", text, label }, the newest message first, each reply after it.',
    }),
  Instructions: z
    .string()
    .max(MAX_INSTRUCTIONS_CHARACTERS, INSTRUCTIONS_TOO_LONG)
    .default('')
    .meta({ description: 'System instructions, sent before the messages.' }),
  ...figures,
};

export const saveSessionSchema = z.object({
  Title: sessionName,
  SessionId: z.uuid().optional().meta({
    description: 'A session of yours, which is saved with its exchanges; those in ThreadJson are added.',
  }),
  ...content,
});
export type SaveSession = z.output<typeof saveSessionSchema>;

export const sessionParams = z.object({ id: z.uuid() });

export const listSessionsSchema = z.object({
  page: pageNumber,
  pageSize: z.coerce.number().int().min(1).max(100).default(100),
  q: z
    .string()
    .trim()
    .max(160)
    .optional()
    .meta({ description: 'Only those with these words in their title or in one of their exchanges.' }),
  kind: z.enum(['saved', 'recent', 'all']).default('saved').meta({
    description: 'Recent sessions are kept by themselves. With all, pinned ones come first.',
  }),
});

/** Bounds what one exchange may hold: a long prompt, and a reply that was continued a few times. */
const MAX_EXCHANGE_ENTRIES = 20;

export const keepTurnSchema = z.object({
  Entries: z.array(threadEntrySchema).min(1).max(MAX_EXCHANGE_ENTRIES).meta({
    description: 'The message, then its replies.',
  }),
  Begins: z
    .boolean()
    .default(false)
    .meta({ description: 'Begins the session if there is none with this id.' }),
  Provider: content.Provider,
  Model: content.Model,
  Instructions: content.Instructions,
});
export type KeepTurn = z.output<typeof keepTurnSchema>;

export const turnParams = z.object({ id: z.uuid(), key: z.string().min(1).max(200) });

export const turnsQuerySchema = z.object({
  pageSize: z.coerce.number().int().min(1).max(200).default(100),
  before: z
    .string()
    .regex(/^-?\d{1,16}-\d{1,16}$/)
    .transform((cursor) => {
      const end = cursor.lastIndexOf('-');
      return { sentAt: new Date(Number(cursor.slice(0, end))), number: Number(cursor.slice(end + 1)) };
    })
    .refine(({ sentAt }) => !Number.isNaN(sentAt.getTime()), 'must be the `Before` of a page')
    .optional()
    .meta({ description: 'The `Before` of the page of newer exchanges.' }),
});
export type TurnsQuery = z.output<typeof turnsQuerySchema>;

const format = z
  .enum(EXPORT_FORMATS)
  .optional()
  .meta({ description: 'The preferred format by default. Free accounts get txt.' });

export const exportQuerySchema = z.object({ format });
/** An unsaved thread. Its name may be invalid. */
export const exportThreadSchema = z
  .object({
    ...content,
    Title: z.string().max(10_000).transform(cleanName).default(''),
    Format: format,
  })
  .refine(({ IoText, PromptText, ThreadJson }) => IoText !== '' || PromptText !== '' || ThreadJson !== '', {
    message: 'There is nothing to export.',
  });
export type ExportThread = z.output<typeof exportThreadSchema>;

export const KEEP_TURN_ERRORS = {
  no_such_session: 'not-found',
  history_off: 'conflict',
  not_stored: 'conflict',
  session_full: 'conflict',
} as const satisfies Record<string, ErrorKind>;
export const SESSION_ERRORS = { no_such_session: 'not-found' } as const satisfies Record<string, ErrorKind>;
