import type { Route } from '../api';
import { GENERAL, MESSAGES, SERVICE_DOWN, type Message } from './messages';
import { isTransient } from './retry';
import { isTlsCode, type Failure } from './wire/failure';

/** What to say about a failure: for a refusal by route and status, otherwise by its kind. */
export function failureMessage(route: Route, failure: Failure): Message {
	switch (failure.kind) {
		case 'refused':
			return (
				MESSAGES[route]?.[failure.status] ??
				GENERAL[failure.status] ??
				(isTransient(failure.status) ? SERVICE_DOWN : (GENERAL[400] as Message))
			);
		case 'session':
			return {
				message: failure.error.message,
				advice: failure.error.description ?? 'Open the credential and test it.',
			};
		case 'redirect':
			return {
				message: 'The service sent the request on to another address, which was not followed',
				advice:
					"The token is only ever sent to the credential's Base URL. Enter the final address there.",
			};
		case 'timeout':
			return {
				message: 'The service did not answer in time',
				advice: "Try again later, or raise 'Timeout' in the options of this node.",
			};
		case 'malformed':
			return {
				message: 'The answer of the service could not be understood',
				advice:
					"Check that the credential's Base URL is the service itself, not a web page or a proxy. If it is, ask the operator of the service.",
			};
		case 'unproven':
			return {
				message: 'The answer of the service does not show that this was done',
				advice: 'If it happens each time, ask the operator of the service.',
			};
		case 'cut':
			return {
				message: 'The file arrived incomplete, so it was not kept',
				advice: 'The connection ended too early each time. Try again later.',
			};
		case 'damaged':
			return {
				message: `The file was not kept, because ${failure.reason}`,
				advice: 'The service sent something else than the expected file. Try again later.',
			};
		case 'tooLarge':
			return {
				message: 'The answer of the service is too large and was not read to its end',
				advice:
					"Check that the credential's Base URL is the service itself. For files, raise 'Max File Size' in the options.",
			};
		case 'storage':
			return {
				message: 'n8n could not store the file',
				advice: `n8n says: ${failure.reason}\nLarge files need the binary data mode 'filesystem' or 's3' (N8N_DEFAULT_BINARY_DATA_MODE) and enough free space.`,
			};
		case 'network':
			return unreachable(failure.sent ? '' : failure.code);
		default:
			return SERVICE_DOWN;
	}
}

function unreachable(code: string): Message {
	if (isTlsCode(code)) {
		return {
			message: 'The certificate of the service is not trusted, so nothing was sent',
			advice:
				"Check the credential's Base URL, or ask the administrator of this n8n about its certificates.",
		};
	}
	return {
		message: 'The connection to the service did not work',
		advice: "Check the credential's Base URL and that this n8n can reach it, then try again.",
	};
}
