import { documentScenarios } from './operations/document';
import { envelopeScenarios } from './operations/envelope';
import { fieldScenarios } from './operations/field';
import { fileScenarios } from './operations/files';
import { participantScenarios } from './operations/participant';
import type { Scenario } from './world';

export const SCENARIOS: Scenario[] = [
	...envelopeScenarios,
	...fileScenarios,
	...documentScenarios,
	...participantScenarios,
	...fieldScenarios,
];
