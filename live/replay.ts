import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { randomUUID } from 'node:crypto';

import { TOKEN_ROUTE } from '../nodes/ESignature/api';
import { createEngine, type Types } from '../test/support/engine';
import { bytesOf, messageOf, routeOf } from './exchange';
import type { RecordedExchange, RecordedRun, Recording } from './recordings';

/** Their requests have random names, and their files are not recorded. */
const NOT_REPLAYED = /^envelope\/create(AndSend|FromTemplate)$/;

/** Answers the operations of a recording as it did. Returns what was replayed, and what the node now does otherwise. */
export async function replay(
	{ runs, exchanges }: Recording,
	types?: Types,
): Promise<{ replayed: number; differences: string[] }> {
	const differences: string[] = [];
	let expected: RecordedExchange[] = [];

	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const { method = '', url = '' } = request;
		const { pathname: path, searchParams } = new URL(url, 'http://localhost');
		const { json: sent } = await messageOf(request.headers, await bytesOf(request));
		if (routeOf(method, path) === TOKEN_ROUTE)
			return end(response, { status: 200, json: { accessToken: 'replayed', expiresIn: 3600 } });
		const query = Object.fromEntries(searchParams);
		const same = expected.find((one) =>
			isDeepStrictEqual([one.method, one.path, one.query, one.sent], [method, path, query, sent]),
		);
		if (!same) {
			differences.push(`${method} ${path} with ${JSON.stringify(sent)} was not sent then`);
			return end(response, { status: 400, json: { title: 'Not recorded' } });
		}
		expected = expected.filter((one) => one !== same);
		end(response, same.answer);
	};
	const server = createServer((request, response) => void serve(request, response));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const credential = {
		baseUrl: `http://127.0.0.1:${port}`,
		clientId: 'replay',
		clientSecret: randomUUID(),
	};
	const engine = await createEngine({ credential, types });
	const replayable = runs.filter((run) => isReplayable(run, exchanges));
	for (const { operation, during, parameters, items, outputs, error } of replayable) {
		expected = exchanges.filter((one) => one.during === during && one.route !== TOKEN_ROUTE);
		const outcome = await engine.run(parameters, {
			items,
			onError: error === undefined ? 'continueRegularOutput' : 'stopWorkflow',
		});
		const now = outcome.items.map(({ json }) => json);
		if (!isDeepStrictEqual(JSON.parse(JSON.stringify(now)), outputs)) {
			differences.push(
				`${operation} put out ${JSON.stringify(outputs)}, and now ${JSON.stringify(now)}`,
			);
		}
	}
	await engine.close();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	return { replayed: replayable.length, differences };
}

function isReplayable({ operation, during }: RecordedRun, exchanges: RecordedExchange[]): boolean {
	const own = exchanges.filter((one) => one.during === during);
	return (
		!NOT_REPLAYED.test(operation) &&
		own.length > 0 &&
		own.every(
			({ answer }) =>
				answer && answer.fileBytes === undefined && answer.status < 500 && answer.status !== 429,
		)
	);
}

function end(
	response: ServerResponse,
	{
		status,
		type = 'application/json',
		json,
		text = '',
	}: NonNullable<RecordedExchange['answer']> = { status: 500 },
): void {
	const body = json === undefined ? text : JSON.stringify(json);
	response.writeHead(status, body === '' ? {} : { 'content-type': type }).end(body);
}
