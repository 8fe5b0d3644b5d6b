export { fingerprint, readAccount, type Account } from './account';
export { openSession, signRequest, tokensInUse } from './session';
export { Signing } from './session';
