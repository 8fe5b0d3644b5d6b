// All that operations see of this folder and those below.
export { envelopePages } from './envelopePages';
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
export { damageOf, type Output, statusOf, unlessMissing, unlessRefused } from './nodeError';
export {
	type Bulk,
	type Call,
	type CallWith,
	type Clash,
	defineBulkOperation,
	defineOperation,
	type IdsOf,
	type InputFile,
	type Resource,
	type Waiting,
} from './operation';
export {
	inSteps,
	type Reader,
	readUntil,
	type Reconciled,
	remove,
	settle,
	type Step,
	type Undone,
	write,
} from './settle';
export { idKey, plainName, sameId } from '../api/values';
export { isWrongInput, NOTHING_CHANGED, UserError, wrongInput } from '../errors/userError';
export type { Explanation, Refusals } from '../transport/apiError';
export type { StoredFile } from '../transport/files/keepFile';
export { filesIn, type PackedFile } from '../transport/files/zip';
