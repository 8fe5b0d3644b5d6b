export { execute } from './execute';
export { chosenValue, defineLocator, listSearchOf, type Locator, type Search } from './locator';
export { matchAnswers } from './match';
export { statusOf, unlessMissing, unlessRefused } from './nodeError';
export {
	defineBulkOperation,
	defineOperation,
	type Bulk,
	type Call,
	type InputFile,
	type Operation,
	type Output,
	type Resource,
} from './operation';
export { maxFileSize, numberOf } from './options';
export { lookFor, reconcile } from './reconcile';
export { inSteps, type Step } from './steps';
export { parametersOf } from './parameters';
export { Explained, InputError } from '../transport/explained';
export { uuid } from '../transport/uuid';
export { parseJson } from '../transport/wire/body';
export { readNumber } from '../transport/wire/number';
export { serviceTime } from '../transport/wire/serviceTime';
export type { Settlement } from '../transport/persist';
export type { FileRecord, StoredFile } from '../transport/keepFile';
