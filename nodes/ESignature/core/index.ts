export { execute } from './run';
export { chosenValue, defineLocator, listSearchOf, type Locator, type Search } from './locator';
export { claim, claimInTurn, type Claim } from './memory';
export { deleteOnce } from './lostWrites';
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
export { match } from './matching';
export { matchAnswers, onlyOrderTells } from './matching';
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
	type CallWith,
	type IdsOf,
	type InputFile,
	type Operation,
	type Resource,
} from './operation';
export type { Output } from './nodeError';
export { maxFileSize, optionNumber } from './form';
export { inSteps, type Step, type Undone } from './lostWrites';
export { inputsOf, parametersOf, subtitleOf, textsOf } from './form';
export { isWrongInput, UserError, wrongInput } from '../errors/userError';
export {
	type Explanation,
	type FileRecord,
	filesIn,
	idKey,
	type PackedFile,
	parseJson,
	readNumber,
	type Refusals,
	sameId,
	serviceTime,
	type Settlement,
	type StoredFile,
	uuid,
} from '../transport';
