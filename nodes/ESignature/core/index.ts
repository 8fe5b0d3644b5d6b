export {
	inputsOf,
	maxFileSize,
	numberOf,
	optionNumber,
	optionSwitch,
	parametersOf,
	sorted,
	subtitleOf,
	switchOf,
	textsOf,
} from './form';
export {
	chosenValue,
	defineLocator,
	enteredId,
	listSearchOf,
	type Locator,
	type Search,
} from './locator';
export {
	deleteOnce,
	inSteps,
	type Kind,
	look,
	LOOK_AGAIN_AFTER,
	type Reconciled,
	settleByAnswer,
	settleByMark,
	settleByState,
	settleCreation,
	type Step,
	type Undone,
} from './lostWrites';
export { match, matchAnswers, onlyOrderTells } from './matching';
export { claim, type Claim, claimInTurn, madeBy, noted, notesBy } from './memory';
export {
	damageOf,
	isUncertain,
	markPartlyDone,
	markUncertain,
	type NodeError,
	notePartsDone,
	type Output,
	statusOf,
	unlessMissing,
	unlessRefused,
} from './nodeError';
export {
	type Bulk,
	type Call,
	type CallWith,
	type Clash,
	defineBulkOperation,
	defineOperation,
	type IdsOf,
	type InputFile,
	type Operation,
	type Resource,
} from './operation';
export { execute } from './run';
export { idKey, plainName, sameId } from '../api';
export { isWrongInput, NOTHING_CHANGED, UserError, wrongInput } from '../errors/userError';
export {
	type Explanation,
	type FileRecord,
	filesIn,
	type PackedFile,
	parseJson,
	putNewest,
	readNumber,
	type Refusals,
	serviceTime,
	type Settlement,
	type StoredFile,
	UNPROVEN,
} from '../transport';
