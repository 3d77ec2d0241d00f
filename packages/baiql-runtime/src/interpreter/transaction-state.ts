import type { OutputResult } from '../outputs/index.js';
import type { Expectation, PlainValue, Revision, TransactionResult } from '../records.js';
import { LIMITS } from './limits.js';
import { Origins } from './origins.js';
import { isRefusal } from './reply-problem.js';
import { Room } from './room.js';
import { BoundError } from './script-error.js';
import type { Ask } from './services.js';
import type { TransactionInput } from './transaction-input.js';
import { checkText, toText } from './values.js';

/** What is known of the latest RUN. */
interface LatestRun {
  readonly retries: number;
  readonly tookMs: number;
  readonly costMicroUsd: number;
  readonly fromCache: boolean;
  readonly isCutOff: boolean;
}

/** A request as it was sent, so that RETRY can send it again. */
export interface SentPrompt {
  readonly run: number;
  /** Which of the batch's PROMPTs it is. */
  readonly promptIndex: number;
  readonly request: Pick<Ask, 'prompt' | 'json' | 'fields' | 'isClosed' | 'step' | 'reuse' | 'references'>;
}

/** The changing side of one transaction while its body runs. */
export class TransactionState {
  /** The filled text of `{INPUT}` in this step. */
  stepInput: string;
  /** Of what it works on, where an earlier batch may have written that; null elsewhere. */
  mark: string | null = null;
  step = 0;
  /** The turns of the loops around this statement, the innermost last. */
  readonly turns: number[] = [];
  promptIndex: number | null = null;
  /** Null before the first reply. */
  reply: string | null = null;
  #failure: string | null = null;
  #isFailureKnown = false;
  latest: LatestRun = { retries: 0, tookMs: 0, costMicroUsd: 0, fromCache: false, isCutOff: false };
  /** Why the end of a reply that was taken is missing; the latest such. */
  lackOfEnd: string | null = null;
  sent: SentPrompt | null = null;
  /** RUNs executed, and retries of the script. */
  executed = 0;
  /** The same by which PROMPT and RUN it was. */
  readonly executedOf = new Map<string, number>();
  /** How the keys of those end that failed. */
  readonly failedRuns: string[] = [];
  readonly passedOver: ReadonlySet<string>;
  /** Of those that are passed over: their replies were taken, and no stored one like them may be taken again. */
  readonly badReplies: ReadonlySet<string>;
  readonly origins = new Origins();
  /** How the key of the latest RUN ends. */
  lastRun: string | null = null;
  /** The latest reply that was not what was asked for: what is sent in its place says why. */
  refusal: { readonly run: string; readonly reason: string } | null = null;
  /** It has ended before: what it cost then is part of its cost. */
  readonly isAgain: boolean;
  readonly revision: Revision | null;
  /** The RUN that the revision is about has come: from then on what it leads to is sent. */
  isRevised = false;
  isFirstSend = true;
  replies = 0;
  inputTokens = 0;
  outputTokens = 0;
  costMicroUsd: number | null = 0;
  readonly outputs: { output: number; result: OutputResult }[] = [];
  /** OUTPUTs that stand before the first RUN take what the transaction ends with. */
  readonly awaitedOutputs: number[] = [];
  /** By the number of the EXPECT: in a loop it has to hold each time. */
  readonly expects = new Map<number, Expectation>();
  readonly logLines: string[] = [];
  linesLeftOut = 0;
  readonly #room: Room;
  readonly #sequences = new Map<number, number>();
  readonly #variables = new Map<string, PlainValue>();
  #characters = 0;

  constructor(
    readonly input: TransactionInput,
    /** How it ended in an earlier round: what that cost is part of its cost, its failed RUNs are passed over. */
    earlier: TransactionResult | null = null,
    room: Room = new Room(),
  ) {
    this.#room = room;
    this.#keep(input.text.length + (input.fileText ?? '').length);
    this.stepInput = input.text;
    this.isAgain = earlier !== null;
    this.revision = earlier?.revision ?? null;
    this.badReplies = badRepliesOf(earlier);
    this.passedOver = new Set([...runsToPassOver(earlier), ...this.badReplies]);
    if (earlier === null) return;
    const { lastRun, reason = '' } = earlier;
    if (lastRun !== undefined && isRefusal(reason)) this.refusal = { run: lastRun, reason };
    this.inputTokens = earlier.inputTokens;
    this.outputTokens = earlier.outputTokens;
    this.costMicroUsd = earlier.costMicroUsd;
  }

  /** Why the latest RUN failed; null when it did not. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Null: the latest RUN has a reply. */
  setFailure(failure: string | null): void {
    this.#failure = failure;
    this.#isFailureKnown = false;
  }

  /** ERRFL. From here on the script knows of the failure, and what it does about it is its own affair. */
  askForFailure(): 0 | 1 {
    this.#isFailureKnown = true;
    return this.#failure === null ? 0 : 1;
  }

  /** A RUN has failed, and the script has not looked: the transaction has failed, whatever comes after. */
  get isFailureUnknown(): boolean {
    return this.#failure !== null && !this.#isFailureKnown;
  }

  /** From 0, how often an output has been sent to before. */
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

  /** @throws BoundError when there are too many names, or their values are too long. */
  setVariable(name: string, value: PlainValue): void {
    this.origins.gives(name);
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

  /** False: it is one line too many, and only counted. @throws BoundError */
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

  /** Undefined: there is room to go on; else the promise to wait for. */
  roomToGoOn(): Promise<void> | undefined {
    return this.#room.turnOf(this.input.number);
  }

  /** The transaction has ended: others may use its room. */
  leaveRoom(): void {
    this.#room.giveBack(this.#characters);
    this.#characters = 0;
  }

  #keep(characters: number): void {
    if (this.#characters + characters > LIMITS.allCharacters) {
      throw new BoundError(
        `A transaction can keep up to ${LIMITS.allCharacters.toLocaleString('en')} characters, counting values, results and log lines.`,
      );
    }
    this.#room.take(characters);
    this.#characters += characters;
  }
}

/** One that was corrected by hand is not passed over, whatever was wrong with it; one to be asked again is. */
function runsToPassOver(earlier: TransactionResult | null): ReadonlySet<string> {
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
