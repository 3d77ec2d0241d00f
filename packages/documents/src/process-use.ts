import { readFile } from 'node:fs/promises';

/** What a process takes. */
export interface ProcessUse {
  /** All of its memory: a heap limit does not count what parsers take outside the heap (WebAssembly, pictures, buffers). */
  readonly residentBytes: number;
  /** The processor's time since its start. */
  readonly cpuMs: number;
}

const PAGE_BYTES = 4_096;
/** Linux counts processor time in hundredths of a second for programs, whatever its own clock does. */
const TICK_MS = 10;

/** Where in /proc/PID/stat, behind the program's name: see proc(5). */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;
const RESIDENT_PAGES = 21;

/** Null where the system does not say: it is told on Linux only. */
export async function processUse(pid: number): Promise<ProcessUse | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name is in parentheses, and may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (index: number): number => Number(fields[index]);
  const residentBytes = field(RESIDENT_PAGES) * PAGE_BYTES;
  const cpuMs = (field(USER_TICKS) + field(SYSTEM_TICKS)) * TICK_MS;
  return Number.isFinite(residentBytes + cpuMs) ? { residentBytes, cpuMs } : null;
}
