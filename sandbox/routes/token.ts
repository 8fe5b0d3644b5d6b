import { TokenRefusal, type Refusal } from '../http/problems';
import type { Routes } from '../http/router';
import { Reader } from '../service/reader';
import type { Service } from '../service/service';

/** Contract, "Authentication"; the error bodies are the supplement's. */
export const tokenRoutes = (service: Service) =>
	({
		'POST /oauth/token': ({ body, bodyRefusal }) => {
			const refusal = bodyRefusal ?? refusalOf(body);
			if (refusal) throw new TokenRefusal(400, 'invalid_request', refusal.message);
			const { clientID, clientSecret } = body as Record<string, string>;
			return { status: 200, json: service.tokens.issue(String(clientID), String(clientSecret)) };
		},
	}) satisfies Partial<Routes>;

function refusalOf(body: unknown): Refusal | undefined {
	const reader = new Reader(body, ['clientID', 'clientSecret']);
	reader.text('clientID');
	reader.text('clientSecret');
	return reader.refusal();
}
