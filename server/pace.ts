/**
 * Of requests that arrive together, so many begin in one turn of the event loop and the others in the turns that follow.
 * In between there is room for what is being answered already, and for whoever asks whether the server is well.
 */
export function createPace(mostATurn = 16): (begin: () => void) => void {
  const waiting: (() => void)[] = [];
  let begun = 0;

  function turn(): void {
    begun = 0;
    for (const begin of waiting.splice(0, mostATurn)) beginNow(begin);
  }

  function beginNow(begin: () => void): void {
    begun += 1;
    if (begun === 1) setImmediate(turn);
    begin();
  }

  return (begin) => {
    if (begun < mostATurn && waiting.length === 0) beginNow(begin);
    else waiting.push(begin);
  };
}
