import { createSandbox } from '../../sandbox';
import { ENDPOINTS, type Route } from '../../nodes/ESignature/api';
import { operationList } from '../../checks/operationList';
import { typedRoutes } from './ledger';
import { read, say } from './repository';

const ROUTES = Object.keys(ENDPOINTS) as Route[];
const TOKEN: Route = 'POST /oauth/token';

/** Sends a route without a token: 401 from a route that is there, 404 from one that is not. */
async function statusOf(url: string, route: string): Promise<number> {
	const [method, path = ''] = route.split(' ');
	const id = '00000000-0000-4000-8000-000000000000';
	return (await fetch(url + path.replace(/\{\w+\}/g, id), { method })).status;
}

describe('the contract ledger', () => {
	const typed = typedRoutes(read('nodes/ESignature/api/endpoints.ts'));
	// Every operation gets its token through the credential.
	const reached = new Set<Route>([TOKEN, ...operationList().flatMap(({ routes }) => routes)]);
	const simulated: string[] = [];

	beforeAll(async () => {
		const sandbox = await createSandbox();
		for (const route of ROUTES) {
			const wanted = route === TOKEN ? 400 : 401;
			if ((await statusOf(sandbox.url, route)) === wanted) simulated.push(route);
		}
		simulated.push(String(await statusOf(sandbox.url, 'GET /sign/nothing')));
		await sandbox.close();
	});

	afterAll(() => {
		const counts = [
			`${typed.length}/${ROUTES.length} endpoints typed`,
			`${simulated.length - 1}/${ROUTES.length} simulated`,
			`${reached.size}/${ROUTES.length} reached`,
		];
		say(`contract ledger: ${counts.join(', ')}`);
	});

	it('has a type for every endpoint', () => {
		expect([...typed].sort()).toEqual([...ROUTES].sort());
	});

	it('has every endpoint in the sandbox, which knows no others', () => {
		expect(simulated).toEqual([...ROUTES, '404']);
	});

	it('has an operation for every endpoint', () => {
		expect(ROUTES.filter((route) => !reached.has(route))).toEqual([]);
	});

	it('would not take unknown for a type', () => {
		expect(
			typedRoutes(
				"x = { 'GET /a': t<unknown, B>(), 'GET /b': t(), 'GET /c': t<A, B>(), 'GET /d': f('pdf') }",
			),
		).toEqual(['GET /c', 'GET /d']);
	});
});
