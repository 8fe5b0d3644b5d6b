import { operationList } from '../../checks/operationList';
import { ENDPOINTS, type Route } from '../../nodes/ESignature/api';
import { OPERATIONS } from './schemas';

const ROUTES = Object.keys(ENDPOINTS).filter((route) => route !== 'POST /oauth/token') as Route[];

// That an operation uses the endpoints of its list, the first of them at any rate: schemas.test.ts.
describe('the list of operations', () => {
	const list = operationList();
	const keyOf = ({ resource, operation }: (typeof list)[0]) => `${resource}/${operation}`;

	it('has every operation, each with an endpoint', () => {
		expect(list.map(keyOf)).toEqual(OPERATIONS);
		expect(list.filter(({ routes }) => routes.length === 0)).toEqual([]);
	});

	it('names all endpoints beside that of the token', () => {
		expect([...new Set(list.flatMap(({ routes }) => routes))].sort()).toEqual([...ROUTES].sort());
	});
});
