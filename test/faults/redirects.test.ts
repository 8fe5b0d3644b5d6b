import { envelopeParameters, prepareHarness } from '../support/harness';
import { localServer, type LocalServer } from '../support/localServer';
import { skipPauses } from '../support/skipPauses';

const harness = prepareHarness();
skipPauses();
let elsewhere: LocalServer;
let reached: string[];

beforeEach(async () => {
	reached = [];
	elsewhere = await localServer((request, response) => {
		reached.push(`${request.method} ${request.url}`);
		response.end('{}');
	});
});
afterEach(async () => await elsewhere.close());

/** The request may have been carried out, or is to be sent elsewhere. */
const STATUSES = [302, 307] as const;
const ID = '123e4567-e89b-42d3-a456-426614174000';

it('never sends the client secret on', async () => {
	for (const status of STATUSES) {
		harness.engine.credential.edit({ clientSecret: `secret-${status}` });
		harness.sandbox.faults.clear();
		harness.sandbox.faults.always('POST /oauth/token', {
			kind: 'redirect',
			status,
			location: `${elsewhere.url}/oauth/token`,
		});
		const { error } = await harness.engine.run(envelopeParameters('get', ID));
		expect(error?.message).toContain('redirects requests to another address');
	}
	expect(reached).toEqual([]);
});
