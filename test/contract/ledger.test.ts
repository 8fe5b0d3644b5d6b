import { createSandbox } from '../../sandbox';
import { ENDPOINTS, type Route } from '../../nodes/ESignature/api';
import { ledgerFaults, literalsOf, NOT_YET_REACHED, typedRoutes } from './ledger';
import { read, say, sources } from './repository';

const ROUTES = Object.keys(ENDPOINTS) as Route[];
const TOKEN: Route = 'POST /oauth/token';

function literalsBelow(folder: string): Set<string> {
	const files = [...sources([`nodes/ESignature/${folder}`])];
	// A list to choose from is no operation.
	const operating = files.filter(([path]) => !/\/search[A-Z]\w*\.ts$/.test(path));
	return new Set(operating.flatMap(([, text]) => [...literalsOf(text)]));
}

/** What the operations name, and the token's address: every operation gets there through the credential. */
function reachedRoutes(): Set<string> {
	const reached = new Set(ROUTES.filter((route) => literalsBelow('actions').has(route)));
	if (literalsBelow('transport').has(TOKEN.split(' ')[1] as string)) reached.add(TOKEN);
	return reached;
}

/** Sends a route without a token: 401 from a route that is there, 404 from one that is not. */
async function statusOf(url: string, route: string): Promise<number> {
	const [method, path = ''] = route.split(' ');
	const id = '00000000-0000-4000-8000-000000000000';
	return (await fetch(url + path.replace(/\{\w+\}/g, id), { method })).status;
}

describe('the contract ledger', () => {
	const typed = typedRoutes(read('nodes/ESignature/api/endpoints.ts'));
	const reached = reachedRoutes();
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

	it('counts 30 endpoints: 15 of the contract and 15 of the supplement', () => {
		const counts = { contract: 0, supplement: 0 };
		for (const { source } of Object.values(ENDPOINTS)) counts[source] += 1;

		expect(counts).toEqual({ contract: 15, supplement: 15 });
	});

	it('has a type for every endpoint', () => {
		expect([...typed].sort()).toEqual([...ROUTES].sort());
	});

	it('has every endpoint in the sandbox, which knows no others', () => {
		expect(simulated).toEqual([...ROUTES, '404']);
	});

	it('has an operation for every endpoint that is not named as a gap, and no gap that is closed', () => {
		expect(ledgerFaults(ROUTES, reached, NOT_YET_REACHED)).toEqual([]);
	});

	it('would find an endpoint that is reached by nobody, a closed gap and a gap that is none', () => {
		const [first, second] = ROUTES as [Route, Route];

		expect(ledgerFaults([first, second], new Set([first]), [])).toHaveLength(1);
		expect(ledgerFaults([first], new Set([first]), [first])).toHaveLength(1);
		expect(ledgerFaults([first], new Set([first]), [second])).toHaveLength(1);
		expect(ledgerFaults([first, second], new Set([first]), [second])).toEqual([]);
	});

	it('would not take a route in a comment for a reached one, nor unknown for a type', () => {
		expect([...literalsOf("// 'GET /a'\nf('GET /b', `${c}/d`)")]).toEqual(['GET /b', '/d']);
		expect([...literalsOf("const E = '/e'; f(`GET ${E}/f`)")]).toEqual(['/e', 'GET /e/f']);
		expect(
			typedRoutes(
				"x = { 'GET /a': t<unknown, B>(), 'GET /b': t(), 'GET /c': t<A, B>(), 'GET /d': f('pdf') }",
			),
		).toEqual(['GET /c', 'GET /d']);
	});
});
