import { evictKeptFiles, measureUsage, type Area, type AreaUsage } from '../paths/index.js';

/** After this time at the latest, writes by others (a run, another process) are counted. */
const MAX_AGE_MS = 2_000;

/** An area's usage, updated with each saved file: recounting all files before each of thousands would be quadratic. */
export class UsageMeter {
  bytes = 0;
  entries = 0;
  /** Of that, what can be evicted when space is needed. */
  replaced: AreaUsage = { bytes: 0, entries: 0 };
  #countedAtMs = Number.NEGATIVE_INFINITY;
  #saves = 0;
  #counting: Promise<void> | null = null;

  /** A save begins. Concurrent saves share one count, which is not refreshed meanwhile. */
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

  /** Something was removed; the next save that runs alone recounts. */
  forget(): void {
    this.#countedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Evicts the copies that runs keep to get below the quota. */
  async makeRoom(area: Area, over: AreaUsage): Promise<void> {
    if (over.bytes <= 0 && over.entries <= 0) return;
    await evictKeptFiles(area, over);
    this.forget();
  }

  async #count(area: Area): Promise<void> {
    const { bytes, entries, replaced } = await measureUsage(area);
    this.bytes = bytes;
    this.entries = entries;
    this.replaced = replaced;
    this.#countedAtMs = performance.now();
  }
}

const meters = new WeakMap<Area, UsageMeter>();

/** An area's only meter, shared by all saves into it. */
export function meterOf(area: Area): UsageMeter {
  const meter = meters.get(area) ?? new UsageMeter();
  meters.set(area, meter);
  return meter;
}
