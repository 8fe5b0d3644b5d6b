import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';

import { TOKEN_ROUTE } from '../nodes/ESignature/api';
import { createEngine } from '../test/support/engine';
import { localServer } from '../test/support/localServer';
import { messageOf, targetOf } from './recorder';
import type { RecordedExchange, Recording } from './recordings';

/** Their requests have random names, and their files are not recorded. */
const NOT_REPLAYED = /^envelope\/create(AndSend|FromTemplate)$/;

/** Answers the operations of a recording as it did. Returns what was replayed, and what the node now does otherwise. */
export async function replay({
	runs,
	exchanges,
}: Recording): Promise<{ replayed: number; differences: string[] }> {
	const differences: string[] = [];
	let expected: RecordedExchange[] = [];

	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const { method, path, query, route } = targetOf(request);
		const { json: sent } = await messageOf(request, await buffer(request));
		const token = { status: 200, json: { accessToken: 'replayed', expiresIn: 3600 } };
		const at = expected.findIndex((one) =>
			isDeepStrictEqual([one.method, one.path, one.query, one.sent], [method, path, query, sent]),
		);
		const [recorded] = at < 0 ? [] : expected.splice(at, 1);
		const answer: RecordedExchange['answer'] = route === TOKEN_ROUTE ? token : recorded?.answer;
		if (!answer)
			differences.push(`${method} ${path} with ${JSON.stringify(sent)} was not sent then`);
		const { status, type = 'application/json', json, text = '' } = answer ?? { status: 400 };
		const body = json === undefined ? text : JSON.stringify(json);
		response.writeHead(status, body === '' ? {} : { 'content-type': type }).end(body);
	};
	const server = await localServer((request, response) => void serve(request, response));
	const account = { baseUrl: server.url, clientId: 'replay', clientSecret: randomUUID() };
	const engine = await createEngine({ credential: account });
	let replayed = 0;
	for (const { operation, during, parameters, items, outputs, error } of runs) {
		expected = exchanges.filter((one) => one.during === during && one.route !== TOKEN_ROUTE);
		if (NOT_REPLAYED.test(operation) || !isComplete(expected)) continue;
		replayed++;
		const outcome = await engine.run(parameters, {
			items,
			onError: error === undefined ? 'continueRegularOutput' : 'stopWorkflow',
		});
		const now = JSON.stringify(outcome.items.map(({ json }) => ({ json })));
		if (!isDeepStrictEqual(JSON.parse(now), outputs))
			differences.push(`${operation} put out ${JSON.stringify(outputs)}, and now ${now}`);
	}
	await engine.close();
	await server.close();
	return { replayed, differences };
}

/** There were answers, and they are recorded as a whole. */
const isComplete = (exchanges: RecordedExchange[]): boolean =>
	exchanges.length > 0 &&
	exchanges.every(
		({ answer }) =>
			answer && answer.fileBytes === undefined && answer.status < 500 && answer.status !== 429,
	);
