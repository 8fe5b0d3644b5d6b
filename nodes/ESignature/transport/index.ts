// The door: whoever is not of the transport takes it from here; a credential needs the session alone.
export type { Explanation, Refusals, Texts } from './apiError';
export { UNCERTAIN } from './apiError';
export { Client, idKey, isId, sameId, uuid } from './client';
export { download, type DownloadArguments } from './download';
export type { FileRecord, StoredFile } from './file';
export { accessCodes } from './secrets';
export { fingerprint, readAccount } from './session/account';
export type { Host } from './wire/attempt';
export { keepDigits, parseJson, readNumber, serviceTime } from './wire/body';
export type { Settlement } from './wire/retry';
