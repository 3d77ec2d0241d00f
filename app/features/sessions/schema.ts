import { EXPORT_FORMATS } from '~/core/shared/export-formats';
import type { ErrorKind } from '~/core/shared/errors';
import { pageNumber } from '~/core/shared/page-number';
import { INSTRUCTIONS_TOO_LONG, MAX_INSTRUCTIONS_CHARACTERS } from '~/core/shared/request-options';
import { z } from '~/core/shared/zod';
import { MAX_PROMPT_CHARACTERS } from '~/features/completions/index.server';
import { cleanName, EMPTY_NAME } from './clean-name';
import { parseThread } from './thread';

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

export const saveSessionSchema = z.object({ Title: sessionName, ...content });
export type SaveSession = z.output<typeof saveSessionSchema>;

export const sessionParams = z.object({ id: z.uuid() });

export const listSessionsSchema = z.object({
  page: pageNumber,
  pageSize: z.coerce.number().int().min(1).max(100).default(100),
  q: z.string().trim().max(160).optional().meta({ description: 'Only those with this in their title.' }),
});

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

export const SESSION_ERRORS = { no_such_session: 'not-found' } as const satisfies Record<string, ErrorKind>;
