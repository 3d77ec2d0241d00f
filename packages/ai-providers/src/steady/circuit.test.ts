import { describe, expect, it } from 'vitest';
import { Circuit, PROBE_INTERVAL_MS } from './circuit.js';

describe('a circuit', () => {
  let nowMs = 0;
  const failing = (times: number): Circuit => {
    const circuit = new Circuit(() => nowMs);
    for (let count = 0; count < times; count++) circuit.record(true);
    return circuit;
  };

  it('lets all calls through until five of the last ten have failed', () => {
    const circuit = failing(4);
    for (let count = 0; count < 6; count++) circuit.record(false);
    expect(circuit.admit()).toBe(0);
    circuit.record(true); // the first failure is no longer among the last ten
    expect(circuit.admit()).toBe(0);
    expect(failing(5).admit()).toBeGreaterThan(0);
  });

  it('lets one call through every few seconds, and all of them once that is answered', () => {
    const circuit = failing(5);
    nowMs += PROBE_INTERVAL_MS;
    expect(circuit.admit()).toBe(0);
    expect(circuit.admit()).toBe(PROBE_INTERVAL_MS);
    circuit.record(true);
    expect(circuit.admit()).toBe(PROBE_INTERVAL_MS);
    nowMs += PROBE_INTERVAL_MS;
    expect(circuit.admit()).toBe(0);
    circuit.record(false);
    expect([circuit.admit(), circuit.admit()]).toEqual([0, 0]);
  });
});
