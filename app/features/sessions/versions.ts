/** What tells an exchange's place in a thread of several versions. */
export interface LinkedTurn {
  key: string;
  /** The first version of its message, of which this is another. */
  versionOf?: string | undefined;
  /** The exchange it was sent after: it is shown with that version only. */
  follows?: string | undefined;
}

/** Where a turn stands among the versions of its message that may be shown here. */
export interface VersionPlace {
  /** Starts at 1. */
  number: number;
  count: number;
  /** Key of the message's first version. */
  first: string;
  previous: string | undefined;
  next: string | undefined;
}

export interface ShownThread<Turn extends LinkedTurn> {
  /** Newest first. */
  turns: readonly Turn[];
  /** Of messages with several versions, by the shown turn's key. */
  places: ReadonlyMap<string, VersionPlace>;
}

export const firstVersionOf = ({ key, versionOf }: LinkedTurn): string => versionOf ?? key;

/**
 * The thread as it is shown: of each message one version, in the place of the first, and only what was sent after the
 * versions that are shown. `chosen` has the key of the version to show, by that of the first; by default it is the one that
 * the newest turn was sent after, or else the newest.
 */
export function selectShown<Turn extends LinkedTurn>(
  turns: readonly Turn[],
  chosen: Readonly<Record<string, string>>,
): ShownThread<Turn> {
  const known = new Map(turns.map((turn) => [turn.key, turn]));
  const leading = leadingTo(turns[0], known);
  const messages = new Map<string, Turn[]>();
  for (const turn of turns.toReversed()) {
    const first = firstVersionOf(turn);
    messages.set(first, [...(messages.get(first) ?? []), turn]);
  }
  const shown: Turn[] = [];
  const keys = new Set<string>();
  const places = new Map<string, VersionPlace>();
  for (const [first, versions] of messages) {
    // What a removed turn, or one that isn't loaded, was followed by is shown.
    const fitting = versions.filter(
      ({ follows }) => follows === undefined || !known.has(follows) || keys.has(follows),
    );
    const version =
      fitting.find(({ key }) => key === chosen[first]) ??
      fitting.find(({ key }) => leading.has(key)) ??
      fitting.at(-1);
    if (!version) continue;
    shown.push(version);
    keys.add(version.key);
    if (fitting.length === 1) continue;
    const index = fitting.indexOf(version);
    places.set(version.key, {
      first,
      number: index + 1,
      count: fitting.length,
      previous: fitting[index - 1]?.key,
      next: fitting[index + 1]?.key,
    });
  }
  return { turns: shown.toReversed(), places };
}

/** A turn and all that it was sent after. */
function leadingTo(turn: LinkedTurn | undefined, known: ReadonlyMap<string, LinkedTurn>): Set<string> {
  const keys = new Set<string>();
  for (
    let at = turn;
    at && !keys.has(at.key);
    at = at.follows === undefined ? undefined : known.get(at.follows)
  )
    keys.add(at.key);
  return keys;
}

/** The links of another version of a message: it has the first one's place, and follows what that followed. */
export const linksOfVersion = (turn: LinkedTurn): Omit<LinkedTurn, 'key'> => ({
  versionOf: firstVersionOf(turn),
  ...(turn.follows === undefined ? {} : { follows: turn.follows }),
});
