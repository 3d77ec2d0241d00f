import { makeRoom, measureUse, type Area, type AreaUse } from '../paths/index.js';

/** What else writes into an area (a run, another process) counts after this time at the latest. */
const MAX_AGE_MS = 2_000;

/**
 * What an area takes, carried on from one saved file to the next: counting all files before each of thousands would take
 * as long as their number squared.
 */
export class UseMeter {
  bytes = 0;
  entries = 0;
  /** Of that, what gives way when room is needed. */
  replaced: AreaUse = { bytes: 0, entries: 0 };
  #countedAtMs = Number.NEGATIVE_INFINITY;
  #saves = 0;
  #counting: Promise<void> | null = null;

  /** A save begins. While others go on the count is theirs too, and is not made anew. */
  async begin(area: Area): Promise<void> {
    this.#saves += 1;
    if (this.#saves > 1 && this.#counting === null) return;
    if (performance.now() - this.#countedAtMs < MAX_AGE_MS) return;
    this.#counting ??= this.#count(area).finally(() => {
      this.#counting = null;
    });
    await this.#counting;
  }

  end(): void {
    this.#saves -= 1;
  }

  /** Something was taken away; the next save that begins alone counts again. */
  forget(): void {
    this.#countedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Copies that runs keep give way to what is over the quota. */
  async makeRoom(area: Area, over: AreaUse): Promise<void> {
    if (over.bytes <= 0 && over.entries <= 0) return;
    await makeRoom(area, over);
    this.forget();
  }

  async #count(area: Area): Promise<void> {
    const { bytes, entries, replaced } = await measureUse(area);
    this.bytes = bytes;
    this.entries = entries;
    this.replaced = replaced;
    this.#countedAtMs = performance.now();
  }
}

const meters = new WeakMap<Area, UseMeter>();

/** The one meter of an area: all who save into it share it. */
export function meterOf(area: Area): UseMeter {
  const meter = meters.get(area) ?? new UseMeter();
  meters.set(area, meter);
  return meter;
}
