// The public interface of the transport: other folders import only from here. Exception: the credential imports session/session.ts.
export type { Explanation, Refusals, Texts } from './apiError';
export { UNCERTAIN, UNPROVEN } from './apiError';
export { Client, type IdHelp, placeToLook, type RequestArguments, uuid } from './client';
export { download, fetchFile, type DownloadArguments } from './files/download';
export type { FileRecord, StoredFile } from './files/keepFile';
export { filesIn, type PackedFile } from './files/zip';
export { putNewest, readAccount, type Host } from './session/session';
export { parseJson, readNumber, readSwitch, serviceTime } from './reply';
export { Gate } from './retry';
