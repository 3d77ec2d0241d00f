import { apiRoute, call } from '~/core/edge/declare-call.server';
import {
  BAIQL_RATE_LIMITS,
  changeFile,
  changeFileSchema,
  deleteFile,
  FILE_ERRORS,
  fileEntrySchema,
  folderQuerySchema,
  listFiles,
  listingSchema,
  pathQuerySchema,
  saveUploads,
  UPLOAD_ERRORS,
  uploadedSchema,
} from '~/features/baiql/index.server';

export default apiRoute('/api/baiql/files', {
  GET: call({
    summary: 'Lists a folder of your files (/data/input/ by default) and your total storage use',
    access: 'baiql:use',
    apiKey: 'baiql',
    query: folderQuerySchema,
    answer: listingSchema,
    errors: FILE_ERRORS,
    handle: ({ services, actor, query }) => listFiles(services, actor, query.path),
  }),
  POST: call({
    summary: 'Uploads files, replacing existing ones with the same name',
    access: 'baiql:use',
    apiKey: 'baiql',
    rateLimit: BAIQL_RATE_LIMITS.upload,
    readsBody: {
      mediaType: 'multipart/form-data',
      description:
        'The field path is the folder; each field file is a file, whose name may contain / for folders.',
    },
    answer: uploadedSchema,
    status: 201,
    errors: UPLOAD_ERRORS,
    handle: ({ services, actor, request, signal }) => saveUploads(services, actor, { request, signal }),
  }),
  PATCH: call({
    summary: 'Renames or moves a file or folder, never replacing another; or chooses a file’s encoding',
    access: 'baiql:use',
    apiKey: 'baiql',
    body: changeFileSchema,
    answer: fileEntrySchema,
    errors: FILE_ERRORS,
    handle: ({ services, actor, body }) => changeFile(services, actor, body),
  }),
  DELETE: call({
    summary: 'Deletes a file, or a folder with everything in it',
    access: 'baiql:use',
    apiKey: 'baiql',
    query: pathQuerySchema,
    answer: { kind: 'nothing' },
    status: 204,
    errors: FILE_ERRORS,
    handle: ({ services, actor, query }) => deleteFile(services, actor, query.path),
  }),
});
