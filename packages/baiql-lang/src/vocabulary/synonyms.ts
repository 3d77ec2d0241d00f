/**
 * What people write for the words of the language: everyday words, English, German, French, Spanish, Italian and
 * Portuguese, and the words of SQL, Python, Basic and Excel. The one table of its kind: what a line was meant to say is
 * read from it.
 *
 * Words are in upper case, without accents and without what may stand between their parts: `END BATCH`, `End-Batch` and
 * `ENDBATCH` are all `ENDBATCH`.
 */

type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Spellings apart by blanks, so that the table stays short. */
const words = (list: string): readonly string[] => list.split(/\s+/);

const GROUPING =
  'each row is asked about by itself, so to ask about all of them at once, LOAD the table AS REF';
const FAILING = 'to say what happens when a RUN fails, write ERROR, such as ERROR RETRY 2 SKIP';
const FUNCTIONS = 'there are no functions, so write what to do where it is to be done';
const PERCENT = 'a workbook’s 25% is read as 0.25, and in a csv 25% is text, which can’t be compared by size';
const OF_MODEL = 'it goes on the line of a MODEL';
const OF_OUTPUT = 'it goes on the line of an OUTPUT';

/** What the language has no word for, by itself or behind a command, and what to do instead. */
export const ADVICE: Readonly<Record<string, string>> = {
  'IF %': PERCENT,
  'LOOP %': PERCENT,
  'PROMPT TEMP': OF_MODEL,
  'RUN TEMP': OF_MODEL,
  'PROMPT FORMAT': OF_OUTPUT,
  'RUN FORMAT': OF_OUTPUT,
  GROUP: GROUPING,
  TRY: FAILING,
  CATCH: FAILING,
  EXCEPT: FAILING,
  FUNCTION: FUNCTIONS,
  DEF: FUNCTIONS,
};

/** What may stand where a command belongs. `END` closes whatever is open; `#` begins a comment. */
export const COMMAND_SYNONYMS = {
  BATCH_START: words(
    'INIZIO INIZIA COMECO COMECAR STARTBATCH BEGINBATCH BATCHBEGIN BATCHSTART BEGIN START BATCH OPENBATCH NEWBATCH DEBUT DEBUTLOT COMMENCER DEBUTER ANFANG BEGINN STAPELSTART INICIO INICIAR COMENZAR EMPEZAR INICIOLOTE',
  ),
  END_BATCH: words(
    'BATCHEND ENDOFBATCH STOPBATCH CLOSEBATCH FINISHBATCH BATCHSTOP BATCHFINISH FINBATCH FINLOT FINDULOT BATCHENDE STAPELENDE ENDEBATCH FINLOTE FINDELOTE',
  ),
  END: words(
    'END FINE FIM TERMINA FIN ENDE FINAL FINISH DONE TERMINE TERMINER FINALIZAR TERMINAR ENDBLOCK SCHLUSS SCHLUSZ FERTIG CLOSE',
  ),
  /** And an end with what it ends, as `endingOf` says. */
  END_IF: words('FI'),
  END_LOOP: words('WEND FORNEXT FINTANT SCHLEIFENENDE'),
  NEXT: words('NEXT NACHSTE NACHSTER SUIVANT SIGUIENTE'),
  LOAD: words(
    'CARICA CARICARE LEGGI CARREGAR CARREGUE LER ABRIR READ OPEN IMPORT INPUT INPUTS INPUTFILE INPUTFILES SOURCE SOURCEFILE DATA DATASET USEFILE LOADFILE READFILE READCSV OPENFILE INCLUDE FETCHFILE LADE LADEN LIES LESE LESEN OFFNE OFFNEN IMPORTIERE CHARGE CHARGER LIRE OUVRIR IMPORTER CARGA CARGAR LEER IMPORTAR',
  ),
  OUTPUT: words(
    'SALVA SALVARE SALVAR SALVE ESPORTA SAVE SAVEAS SAVETO APPEND APPENDTO INTO SAVEOUTPUT SAVEOUTPUTTO SAVEOUTPUTAS WRITEOUTPUT WRITEOUTPUTTO WRITETO WRITEFILE EXPORT STORE OUTPUTTO SAVEFILE WRITECSV RESULT OUT SPEICHERE SPEICHERN AUSGABE EXPORTIERE ENREGISTRER SAUVEGARDER SAUVER SORTIE EXPORTER GUARDAR GUARDA SALIDA EXPORTAR',
  ),
  /** A file, or else a line of the log. */
  WRITE: words('WRITE SCHREIBE SCHREIBEN ECRIRE ECRIS ESCRIBIR ESCRIBE'),
  WRITE_LOG: words(
    'PRINT ECHO LOG DISPLAY SHOW LOGWRITE WRITELOG MESSAGE MSGBOX CONSOLELOG CONSOLEINFO CONSOLEWARN CONSOLEERROR SYSTEMOUTPRINT SYSTEMOUTPRINTLN LOGGERINFO LOGGERDEBUG LOGGERWARNING LOGGERERROR LOGGINGINFO LOGGINGDEBUG LOGGINGWARNING LOGGINGERROR FMTPRINT FMTPRINTF FMTPRINTLN PRINTF SAY ZEIGE ANZEIGEN DRUCKE PROTOKOLL MELDE AFFICHER AFFICHE IMPRIMER JOURNAL MOSTRAR MUESTRA IMPRIMIR REGISTRO',
  ),
  MAKE_LOG: words('LOGFILE OPENLOG CREATELOG STARTLOG MAKELOG PROTOKOLLDATEI FICHIERJOURNAL'),
  PROMPT: words(
    'DOMANDA CHIEDI ISTRUZIONE PERGUNTA PERGUNTAR PERGUNTE INSTRUCAO ASK USER USERPROMPT USERMESSAGE QUESTION TELL INSTRUCTION INSTRUCTIONS TEXT QUERY PROMT PROMTP ASKAI FRAGE FRAGEN ANWEISUNG AUFGABE AUFTRAG AUFFORDERUNG EINGABEAUFFORDERUNG DEMANDE DEMANDER INVITE CONSIGNE PREGUNTA PREGUNTAR INSTRUCCION INDICACION',
  ),
  RUN: words(
    'ESEGUI ESEGUIRE INVIA EXECUTAR EXECUTE EXEC SEND GO CALL SUBMIT RUNPROMPT SENDPROMPT DORUN STARTE STARTEN AUSFUHREN SENDEN LAUF LAUFEN FUHREAUS EXECUTER LANCER ENVOYER LANCE EJECUTAR ENVIAR CORRER LANZAR EJECUTA',
  ),
  GET: words(
    'PRENDI ESTRAI OBTER EXTRAIR FETCH EXTRACT TAKE RECEIVE GRAB PARSE CAPTURE HOLE HOLEN NIMM LIESAUS PRENDRE OBTENIR RECUPERER EXTRAIRE OBTENER TOMAR EXTRAER RECIBIR',
  ),
  SET: words(
    'IMPOSTA DEFINISCI DEFINA LET VAR CONST DEFINE DIM ASSIGN VARIABLE DECLARE DEFINIERE SETZE SETZEN SEI DEFINIR METTRE SOIT FIJAR ASIGNAR PONER ESTABLECER',
  ),
  GLOBAL: words('GLOBALVAR SETGLOBAL GLOBALSET GLOBALE STATIC SHARED'),
  IF: words('SE WHEN WENN FALLS SI CUANDO CASE'),
  UNLESS: words('ESSEIDENN SAUFSI AMOINSQUE AMENOSQUE'),
  /** Which rows are wanted: the others are skipped. */
  WHERE: words('WHERE FILTER FILTERN FILTRER FILTRAR DONDE'),
  SELECT: words('SELECT'),
  ELSE: words('ALTRIMENTI SENAO OTHERWISE SONST ANDERNFALLS SINON AUTREMENT SINO DELOCONTRARIO'),
  'ELSE IF': words('ELSEIF ELIF ELSIF ELSEWHEN SONSTWENN SINONSI SINOSI ORIF'),
  LOOP: words(
    'RIPETI REPETIR FOR REPEAT LOOPFOR REPEATLOOP DO FORLOOP ITERATE WIEDERHOLE WIEDERHOLEN SCHLEIFE BOUCLE REPETER REPETE POUR BUCLE REPITE PARA',
  ),
  'LOOP WHILE': words('WHILE DOWHILE REPEATWHILE SOLANGE TANTQUE MIENTRAS LOOPWHILE'),
  'LOOP UNTIL': words('UNTIL DOUNTIL REPEATUNTIL BIS JUSQUA HASTA LOOPUNTIL'),
  BREAK: words('EXITLOOP EXITFOR LEAVE EXITDO BREAKLOOP ABBRECHEN ABBRUCH SORTIR QUITTER ROMPER SALIR'),
  SKIP: words(
    'SALTA PULAR PULE CONTINUE PASS IGNORE OMIT SKIPROW UBERSPRINGEN UEBERSPRINGEN WEITER IGNORER PASSER SAUTER OMITIR SALTAR CONTINUAR',
  ),
  HALT: words('STOP QUIT EXIT ABORT STOPP ANHALTEN STOPPEN ARRETER ARRET STOPPER DETENER PARAR'),
  MODEL: words('USEMODEL AI LLM ENGINE MODELL MODELE MODELO USE AIMODEL SETMODEL USING'),
  LIMIT: words('RATELIMIT RATE MAXRATE THROTTLE LIMITE GRENZE BEGRENZE LIMITER LIMITAR SPEED'),
  STEP: words('STAGE PHASE SCHRITT ETAPE PASO STEPSTART NEWSTEP'),
  TRACK: words(
    'COLUMNS COLUMN ADDCOLUMN ADDCOLUMNS KEEP SPALTEN SPALTE COLONNES COLONNE SUIVRE COLUMNAS COLUMNA RASTREAR',
  ),
  ERROR: words(
    'ONERROR ERRORS IFERROR ONFAIL ONFAILURE CATCH BEIFEHLER FEHLER ERREUR ENCASDERREUR SIERREUR ENERROR SIERROR',
  ),
  RETRY: words('RETRIES TRYAGAIN REINTENTAR ERNEUT REESSAYER'),
  PATH_IN: words(
    'INPUTPATH PATHINPUT INPUTFOLDER INPUTDIR PATHIN FOLDERIN INFOLDER SOURCEFOLDER EINGABEORDNER DOSSIERENTREE CARPETAENTRADA',
  ),
  PATH_OUT: words(
    'OUTPUTPATH PATHOUTPUT OUTPUTFOLDER OUTPUTDIR PATHOUT FOLDEROUT OUTFOLDER TARGETFOLDER AUSGABEORDNER DOSSIERSORTIE CARPETASALIDA',
  ),
  /** A loop over what a batch goes through by itself. */
  EACH: words(
    'FOREACH FOREVERY FORALL LOOPEACH LOOPFOREACH LOOPFOREVERY LOOPFORALL LOOPOVER LOOPTHROUGH LOOPTHROUGHALL LOOPOVERALL ITERATEOVER REPEATFOREACH FURJEDE FURJEDEN FURJEDER FURJEDES FUERJEDE FUERJEDEN FUERJEDER FUERJEDES POURCHAQUE PARACADA',
  ),
  '#': words('REM COMMENT REMARK KOMMENTAR COMMENTAIRE COMENTARIO'),
} satisfies Synonyms;

const phrases = (operator: string, list: string) =>
  list.split(';').map((spelling) => [spelling, operator] as const);

/** Words that compare only before a number: `STATUS IS under review` says something else. */
export const OVER_WORDS = words('ABOVE OVER ÜBER');
export const UNDER_WORDS = words('BELOW UNDER UNTER');

/** Verbs that say nothing before a comparison: `IS AT LEAST`, `IST KLEINER ALS`. */
export const COPULAS = words('IS ARE WAS IST SIND WAR EST SONT ES SON ESTÁ');

/** Words and signs of a condition, with what they are in the language. Longer ones come first. */
export const OPERATOR_SYNONYMS: readonly (readonly [spelling: string, operator: string])[] = [
  ...phrases(
    '!=',
    'NOT EQUAL TO;DIFFERENT FROM;DIFFERENT THAN;UNGLEICH;DIFFÉRENT DE;DISTINTO DE;DIFERENTE DE',
  ),
  ...phrases(
    '>=',
    'GREATER THAN OR EQUAL TO;MORE THAN OR EQUAL TO;AT LEAST;GRÖßER ODER GLEICH;GRÖßER GLEICH;MINDESTENS;SUPÉRIEUR OU ÉGAL À;AU MOINS;MAYOR O IGUAL A;MAYOR O IGUAL QUE;AL MENOS',
  ),
  ...phrases(
    '<=',
    'LESS THAN OR EQUAL TO;SMALLER THAN OR EQUAL TO;AT MOST;KLEINER ODER GLEICH;KLEINER GLEICH;HÖCHSTENS;INFÉRIEUR OU ÉGAL À;AU PLUS;MENOR O IGUAL A;MENOR O IGUAL QUE;COMO MÁXIMO',
  ),
  ...phrases(
    '>',
    'GREATER THAN;MORE THAN;BIGGER THAN;LARGER THAN;HIGHER THAN;GRÖßER ALS;HÖHER ALS;MEHR ALS;PLUS GRAND QUE;PLUS DE;SUPÉRIEUR À;MAYOR QUE;MÁS DE',
  ),
  ...phrases(
    '<',
    'LESS THAN;SMALLER THAN;LOWER THAN;FEWER THAN;KLEINER ALS;WENIGER ALS;PLUS PETIT QUE;MOINS DE;INFÉRIEUR À;MENOR QUE;MENOS DE',
  ),
  ...phrases('=', 'EQUAL TO;ÉGAL À;IGUAL A'),
  ['IST NICHT', '!='],
  ['NO ES', '!='],
  ["N'EST PAS", '!='],
  ['IS NOT', '!='],
  ['NOT EQUALS', '!='],
  ['EQUALS', '='],
  ['EQUAL', '='],
  ['IS', '='],
  ['IST', '='],
  ['EST', '='],
  ['ES', '='],
  ['GLEICH', '='],
  ['IGUAL', '='],
  ['HAVE', 'CONTAINS'],
  ['INCLUDES', 'CONTAINS'],
  ['INCLUDE', 'CONTAINS'],
  ['CONTAIN', 'CONTAINS'],
  ['LIKE', 'CONTAINS'],
  ['HAS', 'CONTAINS'],
  ['ENTHÄLT', 'CONTAINS'],
  ['ENTHAELT', 'CONTAINS'],
  ['CONTIENT', 'CONTAINS'],
  ['CONTIENE', 'CONTAINS'],
  ['UND', 'AND'],
  ['ET', 'AND'],
  ['Y', 'AND'],
  ['ODER', 'OR'],
  ['OU', 'OR'],
  ['O', 'OR'],
  ['NICHT', 'NOT'],
  ['NON', 'NOT'],
  ['<>', '!='],
  ['!==', '!='],
  ['===', '='],
  ['==', '='],
  ['≠', '!='],
  ['=/=', '!='],
  ['≤', '<='],
  ['≥', '>='],
  ['＝', '='],
  ['＞', '>'],
  ['＜', '<'],
  ['=<', '<='],
  ['=>', '>='],
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['–', '-'],
  ['&&', 'AND'],
  ['&', 'AND'],
  ['||', 'OR'],
  ['|', 'OR'],
];

/** What says that a value is one of those that follow, and what says that it is each of them. */
export const ONE_OF_WORDS: readonly string[] = [
  'AT LEAST ONE OF',
  'ANY OF',
  'ONE OF',
  'EITHER',
  'ANY',
  'EINES VON',
  'EINS VON',
  'EINER VON',
  'ENTWEDER',
  "L'UN DE",
  'UN DE',
  'ALGUNO DE',
  'UNO DE',
];
export const EACH_OF_WORDS: readonly string[] = ['ALL OF', 'ALL', 'BOTH', 'ALLE VON', 'TOUS', 'TODOS'];
/** The same, where it says by itself that it is equal to one of them. */
export const AMONG_WORDS: readonly string[] = ['AMONG', 'IN', 'PARMI', 'DANS', 'ENTRE', 'EN'];
export const OR_WORDS: readonly string[] = words('OR ODER OU O');

/** What people call the switches. */
export const SWITCH_WORDS = {
  ON: words('TRUE YES 1 ENABLED WAHR JA AN EIN VRAI OUI VERDADERO CIERTO'),
  OFF: words('FALSE NO 0 DISABLED NEIN AUS FALSCH FAUX NON FALSO'),
} satisfies Synonyms;

/** As spreadsheets call a switch: of these a cell may show one and hold another, which all compare with ON and OFF alike. */
export const TRUTH_WORDS = {
  ON: words('TRUE WAHR VRAI VERDADERO'),
  OFF: words('FALSE FALSCH FAUX FALSO'),
} satisfies Synonyms;

/** Words after a condition or a count that say nothing. */
export const CLOSING_WORDS = words('THEN DO DANN ALORS ENTONCES TUN FAIRE HACER TIMES TIME MAL FOIS VECES X');

/** What a text without anything in it is called. */
const EMPTY_WORDS = words('EMPTY BLANK NULL LEER VIDE VACÍO VACIO');
/** And what may be a reply as well, unless it is said that something *is* that. */
export const NOTHING_WORDS = [...EMPTY_WORDS, 'NONE', 'NOTHING'];

/** Words that join the last of several names to the others. */
export const AND_WORDS = words('AND UND ET Y');

/** What counts the turns of a loop. */
export const COUNTER_WORDS = words('I J N INDEX COUNTER ITERATION ROUND');

/** How often, as a word. */
export const COUNT_WORDS = {
  1: words('ONCE'),
  2: words('TWICE TWO ZWEIMAL ZWEI DEUX DOS'),
  3: words('THREE DREIMAL DREI TROIS TRES'),
  4: words('FOUR'),
  5: words('FIVE'),
} satisfies Synonyms;

/** What says that a number counts transactions a minute. */
export const PER_WORDS = words('PER A EACH PRO PAR POR JE');
export const MINUTE_WORDS = words('MIN MINUTE MINUTO');
export const TRANSACTION_WORDS = words(
  'RPM XACT XACTS REQUEST REQUESTS TRANSACTION TRANSACTIONS CALL CALLS ROW ROWS ANFRAGEN APPELS PETICIONES',
);
export const MONEY_WORDS = words('USD DOLLAR DOLLARS EUR EURO EUROS');

/** Words between the parts of a line, and beside a number, that say nothing. */
export const FILLER_WORDS = words(
  'THE A AN TO INTO IN AS FROM OF WITH FILE FILES CALLED NAMED RESULT RESULTS REPLY REPLIES IT THIS ALL IS BE USE USING AUS ALS NACH DIE DER DAS DEN MIT EN COMO COMME DANS LE LA LES UN UNE DEPUIS DESDE EL LOS EM PER AND MAX AT =',
);
export const RUN_FILLERS = words('THE PROMPT IT MODEL NOW ON TRUE THEN TIMES TIME MAL FOIS VECES');
/** What a row is called where its columns are taken from it. */
export const ROW_WORDS = words('ROW RECORD ENTRY ZEILE LIGNE FILA');
export const SOURCE_FILLERS = words('FROM AS OF IN INTO THE AUS DE TO');

/** Statements that people put behind an IF, on its line. */
export const ONE_LINE_WORDS = words(
  'SKIP HALT BREAK RUN SET GET PROMPT OUTPUT WRITE_LOG RETRY GLOBAL CONTINUE PRINT STOP EXIT PASS SAVE WRITE LOG',
);

/** `ONE FILE EACH`, `ONE PER STUDENT`, `PER FILE`, `EACH IN ITS OWN FILE`: SEPARATE. */
export const ONE_EACH =
  /,?\s+(?:(?:AS\s+|IN\s+)?(?:ONE|1|A|AN|SINGLE)(?:\s+(?:OWN\s+)?(?:FILES?|DOCUMENTS?))?\s+(?:EACH|(?:PER|FOR\s+EACH|FOR\s+EVERY)(?:\s+\p{L}+)?)|(?:PER|FOR\s+EACH|FOR\s+EVERY)\s+\p{L}+|EACH\s+IN\s+(?:ITS|THEIR)\s+OWN\s+(?:FILE|DOCUMENT))$/iu;

/** What people call the formats of files. */
export const FORMAT_SYNONYMS: Synonyms = { txt: [], csv: [], json: [], xlsx: ['EXCEL'], docx: ['WORD'] };

/** What people call the types of a LOAD. */
export const LOAD_TYPE_SYNONYMS = {
  FILE: words(
    'CSV TSV TABLE SHEET SPREADSHEET EXCEL XLSX XLS JSON JSONL DATA ROWS TABELLE TABLEAU TABLA DATEN DONNEES DATOS FICHIER ARCHIVO DATEI',
  ),
  DIR: words('FOLDER DIRECTORY FOLDERS FILES ORDNER DOSSIER CARPETA VERZEICHNIS'),
  REF: words('REFERENCE DOCUMENT DOC DOCX PDF CONTEXT SOURCE REFERENZ REFERENCIA'),
  WORK: words('WORKS INPUT INPUTS TASK TASKS ESSAYS DOCUMENTS ARBEIT TRAVAIL TRABAJO LAVORO TRABALHO'),
  LINES: words('TEXT TXT LIST ITEMS LINE ZEILEN ZEILE LIGNES LIGNE LINEAS LISTE LISTA'),
} satisfies Synonyms;

/** What people call the options, by their word in the language. */
export const OPTION_SYNONYMS = {
  TEMP: words('TEMPERATURE TEMPERATUR TEMPERATURA CREATIVITY'),
  TOP_P: words('TOPP'),
  MAX_TOKENS: words('MAXTOKENS MAXTOKEN MAXOUTPUTTOKENS TOKENS TOKENLIMIT'),
  PARALLEL: words('THREADS WORKERS CONCURRENT CONCURRENCY ATONCE PARALLELE PARALELO'),
  COST: words('BUDGET DOLLARS DOLLAR USD MAXCOST COSTLIMIT PRICE KOSTEN COUT COSTE'),
  AGGREGATE: words('TOGETHER ONEFILE COMBINED SINGLE MERGED MERGE ALL ZUSAMMEN ENSEMBLE JUNTO'),
  SEPARATE: words(
    'SEPARATELY SPLIT EACH INDIVIDUAL SINGLEFILES EINZELN SEPARATI SEPARES SEPARE SEPARADO SEPARADOS',
  ),
  FIELDS: words('FIELD KEYS FELDER CHAMPS CAMPOS COLUMNS'),
  RETRY: words('RETRIES TRYAGAIN REINTENTAR ERNEUT REESSAYER'),
  CACHE: words('CACHED WITHCACHE USECACHE'),
  NOCACHE: words('NOCACHE UNCACHED WITHOUTCACHE'),
  SKIP: words('CONTINUE IGNORE PASS NEXT UBERSPRINGEN IGNORER OMITIR'),
  HALT: words('STOP ABORT EXIT QUIT FAIL STOPP ARRETER PARAR'),
  COL: words('COLUMN SPALTE COLONNE COLUMNA CELL'),
  JSON: words('FIELD KEY JSONFIELD'),
  MATCH: words('REGEX REGEXP PATTERN ON BY JOIN KEY'),
  QUIET: words('SILENT'),
  VALIDATE: words('TEST CHECK DRYRUN'),
} satisfies Synonyms;

/** What people call the options that choose and order rows; \_ is a blank. */
export const ROW_SYNONYMS = {
  SHEET: words('SHEET WORKSHEET TAB BLATT FEUILLE HOJA'),
  ENCODING: words('ENCODING CHARSET CODEPAGE'),
  WHERE: words('WHERE FILTER ONLY_IF ONLY_WHERE WHEN'),
  SORT: words('SORT SORTED ORDER ORDERED'),
  FIRST: words('FIRST TOP LIMIT ONLY_THE_FIRST ONLY_FIRST THE_FIRST HEAD'),
  PAIRS: words('PAIRS PAIRWISE PAARE PARES PAIRES'),
  DESC: words('DESC DESCENDING REVERSE HIGHEST_FIRST'),
  ASC: words('ASC ASCENDING LOWEST_FIRST'),
} satisfies Synonyms;

const { TEMP, TOP_P, MAX_TOKENS } = OPTION_SYNONYMS;
export const MODEL_OPTIONS: Synonyms = { TEMP, TOP_P, MAX_TOKENS };

/** What people call the settings. */
export const SETTING_SYNONYMS: Synonyms = {
  OCR_IF_EMPTY: words('OCR USEOCR TEXTRECOGNITION TEXTERKENNUNG'),
  OCR_LANGS: words('OCRLANGUAGE OCRLANGUAGES'),
};

/** Words for what a GET without a source takes. */
export const REPLY_WORDS = words(
  'REPLY RESPONSE ANSWER RESULT PREVIOUS LAST_REPLY PREVIOUS_REPLY OUTPUT ANTWORT REPONSE RESPUESTA COMPLETION',
);

/** `IF A = EMPTY`: whether a word that a script says so many times as a value is none; a prompt that says it asks for it. */
export function meansEmpty(word: string, script: string, times: number): boolean {
  if (!EMPTY_WORDS.includes(word.toUpperCase())) return false;
  return (
    script.split(new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'iu')).length === times + 1
  );
}

/** A word as the table has it. */
export function foldWord(word: string): string {
  return word
    .toUpperCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}#]/gu, '');
}

/** The ends of the blocks that commands open. */
const ENDS: Readonly<Record<string, string>> = {
  IF: 'END_IF',
  UNLESS: 'END_IF',
  LOOP: 'END_LOOP',
  'LOOP WHILE': 'END_LOOP',
  'LOOP UNTIL': 'END_LOOP',
  EACH: 'END_LOOP',
  // No commands: what they end has no end.
  PROMPT: 'END_PROMPT',
  STEP: 'END_STEP',
};

/** `ENDE WIEDERHOLE`, `FIN DE LA BOUCLE`, `LOOP END`: the end of what is named beside a word for an end. */
export function endingOf(written: string): string | null {
  const folded = foldWord(written);
  for (const end of COMMAND_SYNONYMS.END) {
    const opener = folded.startsWith(end)
      ? folded.slice(end.length)
      : folded.endsWith(end)
        ? folded.slice(0, -end.length)
        : '';
    for (const word of [opener, opener.replace(/^(?:DELA|DEL?|DU|OF)/, '')]) {
      const ending = ENDS[meantBy(word, COMMAND_SYNONYMS) ?? ''];
      if (ending !== undefined) return ending;
    }
  }
  return null;
}

const INDEXES = new WeakMap<Synonyms, ReadonlyMap<string, string>>();

/** The word of the language that another stands for; null when the table has none. */
export function meantBy(written: string, synonyms: Synonyms): string | null {
  let index = INDEXES.get(synonyms);
  if (index === undefined) {
    const entries = Object.entries(synonyms).flatMap(([word, others]) =>
      [foldWord(word), ...others].map((other) => [other, word] as const),
    );
    index = new Map(entries.reverse());
    INDEXES.set(synonyms, index);
  }
  return index.get(foldWord(written)) ?? null;
}
