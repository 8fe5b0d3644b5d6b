export { execute } from './execute';
export { defineLocator, listSearchOf, type Locator, type Search } from './locator';
export { matchAnswers } from './match';
export { unlessMissing } from './nodeError';
export {
	defineBulkOperation,
	defineOperation,
	type Call,
	type Operation,
	type Output,
	type Resource,
} from './operation';
export { parametersOf } from './parameters';
export { InputError } from '../transport/inputError';
export type { StoredFile } from '../transport/keepFile';
