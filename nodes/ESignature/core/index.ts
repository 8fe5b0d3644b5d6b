export { execute } from './execute';
export { chosenValue, defineLocator, listSearchOf, type Locator, type Search } from './locator';
export { claim, claimInTurn, type Claim } from './claims';
export { deleteOnce } from './deleteOnce';
export {
	look,
	LOOK_AGAIN_AFTER,
	settleByAnswer,
	settleByMark,
	settleByState,
	settleCreation,
	type Kind,
	type Reconciled,
} from './lostWrites';
export { match } from './match';
export { matchAnswers, onlyOrderTells } from './matchAnswers';
export { madeBy } from './memory';
export {
	isUncertain,
	markPartlyDone,
	markUncertain,
	notePartsDone,
	statusOf,
	unlessMissing,
	unlessRefused,
	type NodeError,
} from './nodeError';
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
export { inSteps, type Step, type Undone } from './steps';
export { parametersOf } from './parameters';
export { Explained, InputError } from '../errors/userError';
export { idKey, sameId, uuid } from '../transport/request';
export { parseJson } from '../transport/wire/body';
export { readNumber } from '../transport/wire/body';
export { serviceTime } from '../transport/wire/values';
export type { Settlement } from '../transport/retry';
export type { FileRecord, StoredFile } from '../transport/file';
