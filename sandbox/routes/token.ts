import { TokenRefusal, type Refusal } from '../http/problems';
import type { Call, Routes } from '../http/router';
import { Reader } from '../service/reader';
import type { Service } from '../service/service';

/** docs/api.md, Authentication. */
export const tokenRoutes = (service: Service) =>
	({
		'POST /oauth/token': (call) => {
			const refusal = call.bodyRefusal ?? refusalOf(call);
			if (refusal) throw new TokenRefusal(400, 'invalid_request', refusal.message);
			const { clientID, clientSecret } = call.body as Record<string, string>;
			return { status: 200, json: service.tokens.issue(String(clientID), String(clientSecret)) };
		},
	}) satisfies Partial<Routes>;

function refusalOf(call: Call): Refusal | undefined {
	const reader = new Reader(call.body, ['clientID', 'clientSecret'], call);
	reader.text('clientID');
	reader.text('clientSecret');
	return reader.refusal();
}
