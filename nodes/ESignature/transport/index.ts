// The public interface of the transport: other folders import only from here. Exception: the credential imports session/session.ts.
export type { Explanation, Refusals, Texts } from './apiError';
export { UNCERTAIN, UNPROVEN } from './apiError';
export { Client, type IdHelp, placeToLook, type RequestArguments, uuid } from './client';
export { download, fetchFile, type DownloadArguments } from './files/download';
export type { FileRecord, StoredFile } from './files/keepFile';
export { filesIn, type PackedFile } from './files/zip';
export { fingerprint, readAccount } from './session/account';
export type { Host } from './session/session';
export { keepNewest, putNewest } from './wire/time';
export { parseJson, readNumber, readSwitch, serviceTime } from './wire/body';
export { Gate } from './wire/retry';
