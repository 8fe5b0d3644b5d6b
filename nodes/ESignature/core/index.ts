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
	damageOf,
	isUncertain,
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
export {
	inSteps,
	type Reader,
	readUntil,
	type Reconciled,
	remove,
	settle,
	type Settling,
	type Step,
	type Undone,
	write,
} from './settle';
export { idKey, plainName, sameId } from '../api';
export { isWrongInput, NOTHING_CHANGED, UserError, wrongInput } from '../errors/userError';
export {
	type Explanation,
	type FileRecord,
	filesIn,
	type PackedFile,
	parseJson,
	readNumber,
	type Refusals,
	serviceTime,
	type StoredFile,
	UNPROVEN,
} from '../transport';
