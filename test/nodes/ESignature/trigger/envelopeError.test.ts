import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { UserError } from '../../../../nodes/ESignature/errors/userError';
import type { Host } from '../../../../nodes/ESignature/transport/wire/attempt';
import { attachEnvelope } from '../../../../nodes/ESignature/trigger/event';
import { UNKNOWN_ID } from '../../../support/samples';
import { node } from '../sampleNode';

it.each([
	['an error of its own', new TypeError('canary: x is not a function')],
	['something that is no error', 'canary'],
])('does not show the workflow what is no message for it: %s', async (_, raised) => {
	const readCredentials = async () => await Promise.reject(raised);

	expect(await attachEnvelope({} as Host, readCredentials, UNKNOWN_ID)).toEqual({
		envelopeError: 'The envelope could not be read.',
	});
});

const TEXT = 'The credential is empty';

it.each([
	new NodeApiError(node, {}, { message: TEXT }),
	new NodeOperationError(node, TEXT),
	new UserError(TEXT),
])('passes the text of a $name on: it is made for users', async (raised) => {
	const readCredentials = async () => await Promise.reject(raised);

	expect(await attachEnvelope({} as Host, readCredentials, UNKNOWN_ID)).toEqual({
		envelopeError: TEXT,
	});
});
