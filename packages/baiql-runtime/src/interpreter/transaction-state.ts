import type { OutputResult } from '../outputs/index.js';
import type { Expectation, PlainValue, Revision, TransactionResult } from '../records.js';
import { LIMITS } from './limits.js';
import { Origins } from './origins.js';
import { isJsonProblem } from './reply-problem.js';
import { MemoryLimiter } from './memory-limiter.js';
import { BoundError } from './script-error.js';
import type { Ask } from './services.js';
import type { TransactionInput } from './transaction-input.js';
import { checkText, toText } from './values.js';

/** The state of the latest RUN. */
interface LatestRun {
  readonly retries: number;
  readonly tookMs: number;
  readonly costMicroUsd: number;
  readonly fromCache: boolean;
  readonly isCutOff: boolean;
}

/** A sent request, kept for RETRY. */
export interface SentPrompt {
  readonly run: number;
  /** Index of the batch's PROMPT. */
  readonly promptIndex: number;
  readonly request: Pick<Ask, 'prompt' | 'json' | 'fields' | 'isClosed' | 'step' | 'reuse' | 'references'>;
}

/** The mutable state of one transaction while its body runs. */
export class TransactionState {
  /** The filled text of `{INPUT}` in this step. */
  stepInput: string;
  /** Hash of its input, if an earlier batch may have written it; null otherwise. */
  mark: string | null = null;
  step = 0;
  /** Iterations of the enclosing loops, innermost last. */
  readonly turns: number[] = [];
  promptIndex: number | null = null;
  /** Null before the first reply. */
  reply: string | null = null;
  #failure: string | null = null;
  #isFailureKnown = false;
  latest: LatestRun = { retries: 0, tookMs: 0, costMicroUsd: 0, fromCache: false, isCutOff: false };
  /** Why the latest truncated reply is incomplete. */
  truncationNote: string | null = null;
  sent: SentPrompt | null = null;
  /** RUNs executed, and the script's retries. */
  executed = 0;
  /** The same counts by PROMPT and RUN. */
  readonly executedOf = new Map<string, number>();
  /** Key suffixes of failed requests. */
  readonly failedRuns: string[] = [];
  readonly skippedRuns: ReadonlySet<string>;
  /**
   * Of the skipped requests, those whose replies were accepted; no identical stored reply may be used in their place.
   */
  readonly badReplies: ReadonlySet<string>;
  readonly origins = new Origins();
  /** Key suffix of the latest RUN. */
  lastRun: string | null = null;
  /** The problem of the latest rejected reply, included in the request that replaces it. */
  refusal: { readonly run: string; readonly reason: string } | null = null;
  /** It has ended before; the cost of that is part of its cost. */
  readonly isAgain: boolean;
  readonly revision: Revision | null;
  /** The revised RUN was reached: everything that follows from it is sent. */
  isRevised = false;
  isFirstSend = true;
  replies = 0;
  freeReplies = 0;
  inputTokens = 0;
  outputTokens = 0;
  costMicroUsd: number | null = 0;
  readonly outputs: { output: number; result: OutputResult }[] = [];
  /** OUTPUTs before the first RUN take the transaction's last reply. */
  readonly awaitedOutputs: number[] = [];
  /** By the number of the EXPECT: in a loop it has to hold each time. */
  readonly expects = new Map<number, Expectation>();
  readonly logLines: string[] = [];
  linesLeftOut = 0;
  readonly #room: MemoryLimiter;
  readonly #sequences = new Map<number, number>();
  readonly #variables = new Map<string, PlainValue>();
  #characters = 0;

  constructor(
    readonly input: TransactionInput,
    /** The result of an earlier round: its cost is part of this one's, and its failed RUNs are skipped. */
    earlier: TransactionResult | null = null,
    room: MemoryLimiter = new MemoryLimiter(),
  ) {
    this.#room = room;
    this.#keep(input.text.length + (input.fileText ?? '').length);
    this.stepInput = input.text;
    this.isAgain = earlier !== null;
    this.revision = earlier?.revision ?? null;
    this.badReplies = badRepliesOf(earlier);
    this.skippedRuns = new Set([...runsToSkip(earlier), ...this.badReplies]);
    if (earlier === null) return;
    const { lastRun, reason = '' } = earlier;
    if (lastRun !== undefined && isJsonProblem(reason)) this.refusal = { run: lastRun, reason };
    this.inputTokens = earlier.inputTokens;
    this.outputTokens = earlier.outputTokens;
    this.costMicroUsd = earlier.costMicroUsd;
  }

  /** Why the latest RUN failed; null if it did not. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Null: the latest RUN has a reply. */
  setFailure(failure: string | null): void {
    this.#failure = failure;
    this.#isFailureKnown = false;
  }

  /** ERRFL. Once read, the script knows of the failure and is responsible for handling it. */
  askForFailure(): 0 | 1 {
    this.#isFailureKnown = true;
    return this.#failure === null ? 0 : 1;
  }

  /** A RUN failed unhandled: the transaction fails whatever follows. */
  get isFailureUnknown(): boolean {
    return this.#failure !== null && !this.#isFailureKnown;
  }

  /** How often this output was sent to before, from 0. */
  nextSequence(output: number): number {
    const sequence = this.#sequences.get(output) ?? 0;
    this.#sequences.set(output, sequence + 1);
    return sequence;
  }

  variable(name: string): PlainValue | undefined {
    return this.#variables.get(name);
  }

  variables(): IterableIterator<[string, PlainValue]> {
    return this.#variables.entries();
  }

  /** @throws BoundError for too many names or too long values. */
  setVariable(name: string, value: PlainValue): void {
    this.origins.assigns(name);
    const checked = typeof value === 'string' ? checkText(value) : value;
    const before = this.#variables.get(name);
    if (before === undefined && this.#variables.size >= LIMITS.variables) {
      throw new BoundError(
        `A transaction can set up to ${LIMITS.variables.toLocaleString('en')} names; ${name} exceeds that.`,
      );
    }
    this.#keep(sizeOf(checked) - (before === undefined ? 0 : sizeOf(before)));
    this.#variables.set(name, checked);
  }

  /** @throws BoundError */
  setSent(sent: SentPrompt | null): void {
    this.#keep((sent?.request.prompt.length ?? 0) - (this.sent?.request.prompt.length ?? 0));
    this.sent = sent;
  }

  /** False if the line exceeds the limit and is only counted. @throws BoundError */
  addLogLine(line: string): boolean {
    if (this.logLines.length >= LIMITS.logLines) {
      this.linesLeftOut += 1;
      return false;
    }
    this.#keep(line.length);
    this.logLines.push(checkText(line));
    return true;
  }

  /** @throws BoundError */
  addOutput(output: number, result: OutputResult): void {
    if (this.outputs.length >= LIMITS.outputs) {
      throw new BoundError(`A transaction can OUTPUT at most ${LIMITS.outputs.toLocaleString('en')} times.`);
    }
    this.#keep(
      result.reply.length + result.tracked.reduce<number>((sum, cell) => sum + String(cell).length, 0),
    );
    this.outputs.push({ output, result });
  }

  /** Undefined if there is memory to proceed; else a promise to wait for. */
  memoryAvailable(): Promise<void> | undefined {
    return this.#room.waitForTurn(this.input.number);
  }

  /** The transaction has ended; releases its memory. */
  releaseMemory(): void {
    this.#room.release(this.#characters);
    this.#characters = 0;
  }

  #keep(characters: number): void {
    if (this.#characters + characters > LIMITS.allCharacters) {
      throw new BoundError(
        `A transaction can keep up to ${LIMITS.allCharacters.toLocaleString('en')} characters, counting values, results and log lines.`,
      );
    }
    this.#room.reserve(characters);
    this.#characters += characters;
  }
}

/** A request corrected by the user is not skipped, even if it failed; one to be sent again is. */
function runsToSkip(earlier: TransactionResult | null): ReadonlySet<string> {
  const runs = new Set(earlier?.failedRuns.map(String));
  const revision = earlier?.revision;
  if (revision?.reply === null) runs.add(revision.run);
  else if (revision !== undefined) runs.delete(revision.run);
  return runs;
}

function badRepliesOf(earlier: TransactionResult | null): ReadonlySet<string> {
  const runs = new Set(earlier?.badReplies);
  if (typeof earlier?.revision?.reply === 'string') runs.delete(earlier.revision.run);
  return runs;
}

function sizeOf(value: PlainValue): number {
  return typeof value === 'string' ? value.length : toText(value).length;
}
