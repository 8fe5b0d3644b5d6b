export { readAccount, type Account } from './account';
export { currentToken, openSession, signRequest } from './session';
