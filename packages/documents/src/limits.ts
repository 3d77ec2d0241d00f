const MIB = 1024 * 1024;

/** Maximum file sizes. */
export const MAX_PDF_BYTES = 25 * MIB;
/** The providers' limit for transcriptions. */
export const MAX_AUDIO_BYTES = 25 * MIB;
export const MAX_OTHER_BYTES = 20 * MIB;

/** Maximum unpacked size of a docx. */
export const MAX_UNPACKED_BYTES = 100 * MIB;
/** Maximum unpacked size of a workbook: its parser needs about ten times that. */
export const MAX_UNPACKED_SHEET_BYTES = 64 * MIB;
/** Rows times columns of a sheet, empty cells included: its parser allocates each. */
export const MAX_SHEET_CELLS = 25_000_000;

/** Cells of a sheet, and shared strings of a workbook: its parser needs about ten seconds for this many. */
export const MAX_DENSE_CELLS = 500_000;

/** Maximum length of a document's text, in characters. */
export const MAX_TEXT_CHARACTERS = 10_000_000;

/** Maximum pixels of an image: a small file can declare an image that exhausts memory. */
export const MAX_PIXELS = 60_000_000;
