/* eslint-disable @n8n/community-nodes/no-restricted-imports -- types of a real server */
import type { IncomingMessage, ServerResponse } from 'node:http';

import { createEngine, type Engine, type EngineOptions } from './engine';
import { envelopeParameters } from './harness';
import { localServer } from './localServer';

const ENVELOPE = '123e4567-e89b-42d3-a456-426614174000';

export interface FileService {
	url: string;
	engine: Engine;
	/** Requests for a file, in the order in which they came. */
	asked: Array<IncomingMessage['headers']>;
	/** Downloads the sealed ZIP of an envelope, or its audit trail, a PDF. */
	download(file: 'Sealed' | 'AuditTrail', more?: object): ReturnType<Engine['run']>;
	close(): Promise<void>;
}

/** A service that issues tokens and answers each request for a file as told, and an n8n that knows it. */
export async function fileService(
	answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void,
	credential: object = {},
	options: Partial<EngineOptions> = {},
): Promise<FileService> {
	const asked: FileService['asked'] = [];
	const server = await localServer((request, response) => {
		if (request.url === '/oauth/token') {
			const token = { accessToken: 'file-service-token', tokenType: 'Bearer', expiresIn: 86_400 };
			response.setHeader('Content-Type', 'application/json').end(JSON.stringify(token));
			return;
		}
		asked.push(request.headers);
		answer(request, response, asked.length);
	});
	const engine = await createEngine({
		credential: { baseUrl: server.url, clientId: 'id', clientSecret: 'secret', ...credential },
		...options,
	});
	return {
		url: server.url,
		engine,
		asked,
		download: async (file, more = {}) =>
			await engine.run(
				envelopeParameters(`download${file}`, ENVELOPE, { binaryPropertyName: 'data', ...more }),
			),
		close: async () => {
			await engine.close();
			await server.close();
		},
	};
}

/** From now on nothing but the end of the connection tells where this answer ends. */
export function unframed(response: ServerResponse): ServerResponse {
	response.removeHeader('Content-Length');
	response.removeHeader('Transfer-Encoding');
	return response;
}
