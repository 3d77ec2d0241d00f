import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minutesRule, worstCase } from '~/features/ledger/index.server';
import { transcriptionMicroUsd } from './transcription';

it('the price on the button is what is set aside for it, to the millionth', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 36_000, noNaN: true }),
      fc.nat({ max: 10_000_000 }),
      (durationSec, minuteFee) => {
        const most = { inputTokens: 0, maxOutputTokens: 0, searches: 0 };
        const held = worstCase(minutesRule(BigInt(minuteFee)), {
          ...most,
          audioSeconds: Math.ceil(durationSec),
        });
        expect(transcriptionMicroUsd(durationSec, minuteFee)).toBe(Number(held));
      },
    ),
  );
});
