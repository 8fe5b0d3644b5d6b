import { randomUUID } from 'crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { bodyOf, localServer } from './localServer';

export interface Seen {
	method: string;
	path: string;
	/** The bearer tokens that came. */
	token: string;
	body: string;
	/** The other side has hung up before it was answered. */
	abandoned: boolean;
}

type Answer = (seen: Seen, response: ServerResponse) => void;

export interface ScriptedService {
	url: string;
	/** For a credential with which no other test has signed in. */
	credential: { baseUrl: string; clientId: string; clientSecret: string };
	/** Token requests, and all others. */
	signIns: Seen[];
	requests: Seen[];
	close(): Promise<void>;
}

/** A service of which a test writes each answer, the token endpoint included. */
export async function scriptedService(answers: {
	token?: Answer;
	api?: Answer;
}): Promise<ScriptedService> {
	const signIns: Seen[] = [];
	const requests: Seen[] = [];
	const server = await localServer((request: IncomingMessage, response) => {
		void (async () => {
			const { method = '', url: path = '', headers } = request;
			const token = (headers.authorization ?? '').replace('Bearer ', '');
			const seen: Seen = { method, path, token, body: '', abandoned: false };
			response.on('close', () => (seen.abandoned = !response.writableFinished));
			const signIn = path.endsWith('/oauth/token');
			seen.body = await bodyOf(request);
			(signIn ? signIns : requests).push(seen);
			const issue: Answer = () => json(response, 200, newToken(signIns.length));
			const echo: Answer = () => json(response, 200, { ...anEnvelope, ...nameIn(seen.body) });
			(signIn ? (answers.token ?? issue) : (answers.api ?? echo))(seen, response);
		})();
	});
	return {
		...server,
		signIns,
		requests,
		credential: { baseUrl: server.url, clientId: 'client', clientSecret: randomUUID() },
	};
}

export const newToken = (number: number) => ({
	accessToken: `token-number-${number}`,
	expiresIn: 3600,
});

/** A creation is answered with the name that it asked for. */
function nameIn(body: string): { name?: string } {
	if (!body.startsWith('{')) return {};
	const { name } = JSON.parse(body) as { name?: string };
	return name === undefined ? {} : { name };
}

export const anEnvelope = {
	ID: '123e4567-e89b-42d3-a456-426614174000',
	name: 'NDA',
	status: 'drafted',
	createdAt: '2026-01-01T00:00:00Z',
	lastModifiedAt: '2026-01-01T00:00:00Z',
};

export function json(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}
