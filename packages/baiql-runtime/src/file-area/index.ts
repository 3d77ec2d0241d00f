export { archiveFiles, archiveFolder, type Archive } from './archive-folder.js';
export { deleteEntry, renameEntry } from './change-files.js';
export { removePartialFiles } from './remove-partial-files.js';
export { openDownload, type Download } from './download.js';
export { listFolder, type AreaEntry, type FolderListing } from './list-folder.js';
export { renderFile, previewFile, setEncoding, type FilePreview } from './preview-file.js';
export { DEFAULT_QUOTA_BYTES, MAX_ENTRIES, saveFile, type SaveRequest } from './save-file.js';
