import type { Host } from '../../../../nodes/ESignature/transport/attempt';
import { attachEnvelope } from '../../../../nodes/ESignature/trigger/attachEnvelope';
import { UNKNOWN_ID } from '../../../support/samples';

it.each([
	['an error of its own', new TypeError('canary: x is not a function')],
	['something that is no error', 'canary'],
])('does not show the workflow what is no message for it: %s', async (_, raised) => {
	const readCredentials = async () => await Promise.reject(raised);

	expect(await attachEnvelope({} as Host, readCredentials, UNKNOWN_ID)).toEqual({
		envelopeError: 'The envelope could not be read.',
	});
});

it.each(['NodeApiError', 'NodeOperationError', 'SessionError'])(
	'passes the text of a %s on: it is made for users',
	async (name) => {
		const raised = Object.assign(new Error('The credential is empty'), { name });
		const readCredentials = async () => await Promise.reject(raised);

		expect(await attachEnvelope({} as Host, readCredentials, UNKNOWN_ID)).toEqual({
			envelopeError: 'The credential is empty',
		});
	},
);
