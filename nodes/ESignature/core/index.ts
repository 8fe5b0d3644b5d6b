// All that operations see of this folder and those below.
export {
	maxConcurrency,
	maxFileSize,
	numberOf,
	optionNumber,
	optionSwitch,
	switchOf,
	timeout,
} from './form';
export { chosenValue, defineLocator, enteredId, type Locator, type Search } from './locator';
export type { Output } from './attempts';
export {
	type Bulk,
	type Call,
	type CallWith,
	defineBulkOperation,
	defineOperation,
	type IdsOf,
	type InputFile,
	type Operation,
	type Resource,
} from './operation';
export { type Reader, readUntil, type Reconciled, remove, settle, write } from './settle';
export { idKey, plainName, sameId } from '../api/values';
export type { Explanation, Refusals } from '../errors/sentences';
export {
	caught,
	isWrongInput,
	statusOf,
	unlessMissing,
	unlessRefused,
	UserError,
	wrongInput,
} from '../errors/userError';
export { inSteps, type Step, type Undone } from './steps';
export type { StoredFile } from '../transport/files/keepFile';
export { filesIn, type PackedFile } from '../transport/files/zip';
