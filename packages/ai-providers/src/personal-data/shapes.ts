import ipaddr from 'ipaddr.js';
import { IBAN_LENGTHS } from './iban-lengths.js';
import { WORD_CHARACTER } from './plain-characters.js';

/** A pattern and its extra conditions. All repetitions are bounded. */
export interface Shape {
  kind: 'email' | 'ssn' | 'iban' | 'ip' | 'key';
  pattern: RegExp;
  /** A literal that every match contains, checked first because it is cheap. */
  needs?: string;
  /** How many characters of the match belong to the item; 0 rejects it. Defaults to all. */
  lengthOf?: (found: string, before: string, after: string) => number;
}

/** File names and Git remotes look like addresses. */
const FILE_ENDING = /\.(?:png|jpe?g|gif|webp|svg|css|js|json|pdf|tgz|whl)$/i;
const NO_PERSON = /^(?:git|svn|hg)@/i;

const EMAIL: Shape = {
  kind: 'email',
  needs: '@',
  pattern: new RegExp(
    `(?<!${WORD_CHARACTER}|[._%+-])(?:${WORD_CHARACTER}|_)(?:${WORD_CHARACTER}|[._%+'-]){0,63}` +
      `@(?:(?:${WORD_CHARACTER}|-){1,63}\\.){1,5}(?:(?!\\p{N})${WORD_CHARACTER}){2,24}(?!${WORD_CHARACTER})`,
    'gu',
  ),
  lengthOf: (found, before, after) => {
    // The user of an address such as ssh://user@host, or of a path such as user@host:/folder.
    const isPartOfAddress = /:\/\/(?:[^\s/@]{0,64}:)?$/.test(before) || /^:[/~]/.test(after);
    return NO_PERSON.test(found) || FILE_ENDING.test(found) || isPartOfAddress ? 0 : found.length;
  },
};

const SSN_WORD = /\b(?:ssn|social security)\b[^\n]{0,30}$/i;

/**
 * Without ranges that are never assigned: https://www.ssa.gov/employer/randomization.html (2026-11-22). Nine digits
 * without hyphens count only with a label.
 */
const SSN: Shape = {
  kind: 'ssn',
  pattern: /(?<![\w-])(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])/g,
  lengthOf: (found, before) => (found.includes('-') || SSN_WORD.test(before) ? found.length : 0),
};

const IBAN: Shape = {
  kind: 'iban',
  pattern: new RegExp(`(?<!${WORD_CHARACTER})[A-Za-z]{2}\\d{2}(?: ?[A-Za-z0-9]){11,28}`, 'gu'),
  lengthOf: (found, _before, after) => {
    const length = IBAN_LENGTHS[found.slice(0, 2).toUpperCase()] ?? 0;
    let [at, count] = [0, 0];
    // Following words look like parts of it.
    for (; at < found.length && count < length; at += 1) if (found[at] !== ' ') count += 1;
    if (length === 0 || count < length || /^[A-Za-z0-9]/.test(found.slice(at) + after)) return 0;
    return hasIbanCheck(found.slice(0, at).replaceAll(' ', '').toUpperCase()) ? at : 0;
  },
};

/** ISO 7064 MOD 97-10 over digits and letters (A = 10 …), with the first four moved to the end. */
function hasIbanCheck(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Labels of paragraphs, pages and versions, which are also numbered 1.2.3.4. */
const NUMBERED =
  /(?:version\p{L}*|versión|versão|release|build|firmware|driver|section|chapter|clause|article|paragraph\p{L}*|item|page|abschnitt|kapitel|absatz|ziffer|punkt|seite|sección|capítulo|apartado|artículo|inciso|página|seção|artigo|chapitre|paragraphe|alinéa|bölüm|madde|sürüm|sayfa|versiyon|capitolo|sezione|hoofdstuk|(?<!\p{L})v|ver|§|第|章|節|項|バージョン|ページ|الإصدار|إصدار|الفصل|القسم|البند|المادة|الفقرة|صفحة|संस्करण|अध्याय|खंड|अनुच्छेद|धारा|पृष्ठ)[.: ]{0,2}$/iu;
/** Words near an IP address. */
const NETWORK_WORD =
  /(?<!\p{L})(?:ip|ipv4|dns|ping|server\p{L}*|servidor|serveur|sunucu\p{L}*|host|router|firewall|login|logged|sign-?in|connect\p{L}*|conex\p{L}*|connexion|zugriff|anmeldung|bağlantı\p{L}*|giriş\p{L}*|block\p{L}*|client|remote|traffic|came from|desde|depuis|von)(?!\p{L})|サーバ|アドレス|アクセス|接続|خادم|عنوان|اتصال|सर्वर|पता|कनेक्शन/iu;
/** If all four parts are below this, it is more likely a paragraph number. */
const LARGEST_PARAGRAPH = 40;

/** Public addresses; those of private networks, tests and documentation identify no one. */
const IP: Shape = {
  kind: 'ip',
  pattern: new RegExp(
    `(?<!${WORD_CHARACTER}|[_.:])(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[23][0-9a-f]{3}(?::{1,2}[0-9a-f]{1,4}){2,7})(?!${WORD_CHARACTER}|[_:]|\\.\\d)`,
    'giu',
  ),
  lengthOf: (found, before, after) => {
    if (NUMBERED.test(before) || !isPublic(found)) return 0;
    if (found.includes(':')) return found.length;
    const octets = found.split('.');
    if (octets.some((octet) => /^0\d/.test(octet))) return 0;
    const looksLikeParagraph = octets.every((octet) => Number(octet) < LARGEST_PARAGRAPH);
    return looksLikeParagraph && !NETWORK_WORD.test(lastLine(before)) && !/^:\d/.test(after)
      ? 0
      : found.length;
  },
};

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1);

const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast';

/** Credentials with published prefixes (GitHub secret scanning, 2026-11). */
const KEY_PREFIXES = [
  'sk-[A-Za-z0-9_-]{20,200}',
  'pplx-[A-Za-z0-9]{32,64}',
  'AIza[A-Za-z0-9_-]{35}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'gh[pousr]_[A-Za-z0-9]{36,250}',
  'github_pat_[A-Za-z0-9_]{50,200}',
  'glpat-[A-Za-z0-9_-]{20,64}',
  'xox[abeprs]-[A-Za-z0-9-]{10,200}',
  '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,200}',
  'whsec_[A-Za-z0-9]{24,200}',
  'hf_[A-Za-z0-9]{30,64}',
  'npm_[A-Za-z0-9]{36}',
  'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}',
];

const KEY: Shape = {
  kind: 'key',
  pattern: new RegExp(`(?<![\\w-])(?:${KEY_PREFIXES.join('|')})(?![\\w-])`, 'g'),
  // A name such as sk-learn-pipeline-configuration has no digit; every key does.
  lengthOf: (found) => (/\d/.test(found) ? found.length : 0),
};

/** In search order: earlier matches are excluded from later ones. */
export const SHAPES: readonly Shape[] = [KEY, EMAIL, IBAN, SSN, IP];
