import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Participant } from '../../api';
import type { Call } from '../../core';

export const includeAccessCodes: INodeProperties = {
	displayName: 'Include Access Codes',
	name: 'includeAccessCodes',
	type: 'boolean',
	default: false,
	description:
		'Whether to return access codes in plain text. They are then stored with the execution data of this workflow.',
};

/** The service returns access codes in clear; who reads executions need not know them. */
export function shownParticipant(
	call: Pick<Call, 'option'>,
	participant: Participant,
): IDataObject {
	const { authentication, ...rest } = participant;
	if (!authentication) return { ...rest };
	const shown = Object.entries(authentication).filter(
		([key]) => !/^access_?code$/i.test(key) || call.option('includeAccessCodes', false),
	);
	return { ...rest, authentication: Object.fromEntries(shown) as IDataObject };
}
