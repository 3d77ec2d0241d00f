const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** What people on the free plan are told who choose another model; the free ones are flags in the catalogue. */
export const paidModelSentence = (freeModels: readonly string[]): string =>
  ['This model is available on paid plans.']
    .concat(freeModels.length === 0 ? [] : `Please select ${either.format(freeModels)}.`)
    .join(' ');
