import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { UUID } from '../../../nodes/ESignature/api';
import type { Control } from '../../../sandbox';
import type { Kind } from '../ledger';

/** Drawn for each item; what it means depends on the operation and on what is there. */
export interface Draw {
	pick: number;
	rows: 1 | 2;
	/** A switch of the operation: send or not, with or without a code, and so on. */
	on: boolean;
}

interface Common {
	/** Outputs of a success. */
	outputs: number;
	/** Any of these tells the user where to look. */
	places: string[];
}

/** The request of one item, in words that can be compared with the ledger. */
export type Intent = Common &
	(
		| { does: 'creates'; name: string }
		| { does: 'composes'; name: string; send: boolean; marks: string[] }
		| {
				does: 'adds';
				kind: Kind;
				marks: string[];
				skipExisting: boolean;
				role?: string;
		  }
		| { does: 'deletes'; ID: UUID }
		| { does: 'sends'; envelopeID: UUID }
		| { does: 'cancels'; envelopeID: UUID }
		| { does: 'reminds'; envelopeID: UUID }
		| { does: 'changes'; path: string; mark: string; isApplied: () => boolean }
	);

export interface Planned {
	parameters: INodeParameters;
	items: INodeExecutionData[];
	intents: Intent[];
}

/** Plans an operation on what exists now; `mark` makes the things of each item its own. */
export type Plan = (control: Control, mark: (item: number) => string, draws: Draw[]) => Planned;
