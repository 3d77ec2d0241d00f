const MIB = 1024 * 1024;

/** The largest files that are read. */
export const MAX_PDF_BYTES = 25 * MIB;
/** What vendors take for a transcription at most. */
export const MAX_AUDIO_BYTES = 25 * MIB;
export const MAX_OTHER_BYTES = 20 * MIB;

/** What a docx may unpack to. */
export const MAX_UNPACKED_BYTES = 100 * MIB;
/** What a workbook may unpack to: its parser needs about ten times that. */
export const MAX_UNPACKED_SHEET_BYTES = 64 * MIB;
/** Rows of a sheet times its columns, empty cells included: its parser makes a place for each. */
export const MAX_SHEET_CELLS = 25_000_000;

/** Cells of a sheet, and shared strings of a workbook: its parser takes some ten seconds for so many. */
export const MAX_DENSE_CELLS = 500_000;

/** The longest text that a document may give, in characters. */
export const MAX_TEXT_CHARACTERS = 10_000_000;

/** Pixels of a picture: a small file can declare a picture that fills the memory. */
export const MAX_PIXELS = 60_000_000;
