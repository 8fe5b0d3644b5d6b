export { readAccount, type Account } from './account';
export { openSession, signRequest } from './session';
