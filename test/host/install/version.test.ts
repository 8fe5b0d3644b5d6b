import { isN8nFrom } from '../../../host/install/version';

const before = process.env.HOST_N8N_VERSION;
afterEach(() => {
	if (before === undefined) delete process.env.HOST_N8N_VERSION;
	else process.env.HOST_N8N_VERSION = before;
});

it.each([
	['2.11.2', [2, 30], false],
	['2.30.0', [2, 30], true],
	['2.39.10', [2, 39, 8], true],
	['2.39.7', [2, 39, 8], false],
	['2.41.1', [3], false],
	['3.0.0', [2, 41], true],
])('n8n %s is compared with %j by number', (version, wanted, isFrom) => {
	process.env.HOST_N8N_VERSION = version;
	expect(isN8nFrom(...wanted)).toBe(isFrom);
});
