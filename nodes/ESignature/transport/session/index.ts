export { fingerprint, readAccount, type Account } from './account';
export type { Patience } from './tokenExchange';
export { openSession, signRequest, tokensInUse } from './session';
export { Signing } from './session';
export { silence } from './tokenExchange';
