import type { Words } from './read-words.js';
import type { Context, Rule } from './rule.js';

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Somebody else's words, or what somebody is said to have thought. */
const REPORTING =
  set(`said says say told tells wrote writes written shouted shouts screamed screams whispered whispers replied
  cried hissed muttered growled snarled yelled threatened threatens threatening threat allegedly alleged testified claimed claim claims
  stated states accused convicted sentenced charged quoted quote chanted chant propaganda slogan slogans myth myths
  stereotype stereotypes prejudice believed believe believes argued nazi nazis hitler regime ideology racist racists racism
  antisemitic according message messages letter
  sagte sagt rief schrie flusterte drohte droht behauptete behauptet schrieb propaganda parole parolen
  dijo dice grito susurro amenazo afirmo escribio dit cria murmura menaca disait ecrit propagande affirmait
  disse gritou sussurrou ameacou afirmou escreveu grido sussurro minaccio scrisse affermo zei riep schreef sa skrek`);
const SELF = set('i we ich wir je yo eu io ik jag');

const NEGATION = set(
  'no not never without against nicht nie kein keine keinen nunca ne pas jamais nao non mai niet geen inte aldrig adults adult',
);

const FICTION =
  set(`novel novels story stories scene scenes character characters chapter fictional fiction screenplay script
  poem lyrics film movie play villain thriller protagonist antagonist game quest dungeon opera song
  roman romans kapitel geschichte figur szene krimi novela cuento personaje escena capitulo personnage histoire chapitre
  conto personagem cena racconto personaggio scena romanzo`);

const PROTECTIVE =
  set(`abuse abused abuser prevent prevents preventing prevention protect protects protected protection protecting
  law laws statute offence offences offense offenses crime crimes criminal convicted conviction sentenced court trial judge
  police policy policies safeguarding curriculum awareness research survivor survivors victim victims therapist therapy
  counselling counseling hotline helpline detect detecting detection moderation illegal ban bans banned combat charged
  accused arrested investigation investigators investigating guilty prosecution prosecutors safety safer defuse disarm
  missbrauch verhindern pravention schutz gesetz gericht polizei strafbar straftat verurteilt
  abuso prevenir prevencion ley delito policia tribunal condenado proteccion proteger
  prevention loi delit tribunal condamne protection proteger
  prevencao lei crime policia condenado protecao prevenzione legge reato polizia condannato protezione`);

/** Worry about children rather than protection by law; whoever only uses these words is still warned. */
const CARING =
  set(`parents parent watch watches watching watched saw seen exposed exposure access filter filters harmful harm harms
  addiction addicted lesson lessons workshop leaflet guideline guidelines advice eltern unterricht padres parents genitori pais`);

/** How much of a score each circumstance leaves. */
const FACTORS: Readonly<Record<Context, number>> = {
  quoted: 0.5,
  reported: 0.4,
  negated: 0.2,
  fiction: 0.55,
  protective: 0.4,
  caring: 0.6,
};

/** How many words before and after a match are looked at, within its line; a story may have been announced above. */
const REACH: Readonly<Record<Exclude<Context, 'quoted'>, readonly [before: number, after: number]>> = {
  reported: [14, 10],
  negated: [2, 0],
  fiction: [40, 40],
  protective: [12, 12],
  caring: [12, 12],
};

interface Place {
  from: number;
  to: number;
}

/** What is left of a score where its words stand. 0: something harmless is meant. */
export function weighContext(score: number, rule: Rule, place: Place, words: Words): number {
  if (rule.unless !== undefined && hasAny(words, place, [8, 8], harmlessOf(rule.unless))) return 0;
  let left = score;
  for (const context of rule.contexts) if (isIn(context, place, words)) left *= FACTORS[context];
  return left;
}

/** Rules are few, and each is asked many times. */
const harmless = new Map<string, ReadonlySet<string>>();
function harmlessOf(words: string): ReadonlySet<string> {
  const known = harmless.get(words) ?? set(words);
  harmless.set(words, known);
  return known;
}

function isIn(context: Context, place: Place, words: Words): boolean {
  switch (context) {
    case 'quoted':
      return (words.quoted[place.from] ?? false) && (words.quoted[place.to - 1] ?? false);
    case 'reported':
      return hasAny(words, place, REACH.reported, REPORTING, { except: isOfOneself });
    case 'negated':
      return hasAny(words, place, REACH.negated, NEGATION);
    case 'fiction':
      return hasAny(words, place, REACH.fiction, FICTION, { crossesLines: true });
    case 'protective':
      return hasAny(words, place, REACH.protective, PROTECTIVE);
    case 'caring':
      return hasAny(words, place, REACH.caring, CARING);
  }
}

/** Who says of themselves what they said means it. */
const isOfOneself = (words: Words, at: number): boolean => SELF.has(words.texts[at - 1] ?? '');

function hasAny(
  words: Words,
  { from, to }: Place,
  [before, after]: readonly [number, number],
  wanted: ReadonlySet<string>,
  {
    crossesLines = false,
    except,
  }: { crossesLines?: boolean; except?: (words: Words, at: number) => boolean } = {},
): boolean {
  const end = Math.min(words.texts.length, to + after);
  for (let at = Math.max(0, from - before); at < end; at += 1) {
    const isNear = crossesLines || words.lines[at] === words.lines[from];
    if (isNear && wanted.has(words.texts[at] ?? '') && !except?.(words, at)) return true;
  }
  return false;
}
