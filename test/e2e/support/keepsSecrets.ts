import { randomUUID } from 'node:crypto';
import { parse } from 'flatted';

import type { Execution } from '../../../host/execution';
import type { CredentialReference, Host } from '../../../host/host';
import type { Sandbox } from '../../../sandbox';
import { byId, envelopeParameters } from '../../support/harness';
import { byHand, newCredential, newSandbox, NODE } from './harness';
import { pathsTo } from './paths';
import { everythingSecret, signingLinks } from './secrets';
import { placesOf, type Stored } from './stored';

export interface Keeper {
	host: Host;
	/** Everything that it keeps. */
	stored(): Promise<Stored[]>;
	/** The places that hold what its processes print. */
	logs: string[];
}

/** Tests that no secret leaves our nodes, for a running n8n in any mode. */
export function keepsSecrets(keeper: () => Keeper): void {
	let sandbox: Sandbox;
	let credential: CredentialReference;
	beforeAll(async () => {
		sandbox = await newSandbox();
		credential = await newCredential(keeper().host, sandbox);
	});
	afterAll(async () => await sandbox.close());

	const run = async (parameters: object): Promise<Execution> =>
		await keeper().host.execute(byHand(parameters, credential));

	it('keeps no secret in database, logs or files, but for the encrypted credential', async () => {
		const secrets = await everythingSecret(sandbox, run);
		// The client's, the code, the link, and the tokens before and after one was revoked.
		expect(secrets.length).toBeGreaterThan(4);
		const stored = await keeper().stored();
		const found = secrets.flatMap((secret) => placesOf(stored, secret));
		process.stderr.write(
			`${secrets.length} secrets searched in ${stored.length} rows and files: ${found.length} hits\n`,
		);
		expect(found).toEqual([]);
	});

	it('puts the signing links that were asked for into their field, and nowhere else', async () => {
		const { ID } = sandbox.control.envelope({
			status: 'sent',
			participants: [{ email: 'ada@example.com' }, { email: 'grace@example.com' }],
		});
		const parameters = { resource: 'participant', operation: 'getSigningUrls' };
		const { id, error } = await run({ ...parameters, envelopeId: byId(ID) });
		expect(error).toBeUndefined();
		const { data } = await keeper().host.rest<{ data: string }>('GET', `/rest/executions/${id}`);
		const execution: unknown = parse(data);
		const stored = await keeper().stored();
		const links = await signingLinks(sandbox, ID);

		expect(links).toHaveLength(2);
		for (const [at, link] of links.entries()) {
			expect(pathsTo(execution, link)).toEqual([
				`resultData.runData.${NODE}.0.data.main.0.${at}.json.signingUrl`,
			]);
			expect(placesOf(stored, link)).toEqual(['table execution_data']);
		}
	});

	it('would find one, in the database and in each log', async () => {
		const planted = `planted-${randomUUID()}`;
		const { ID } = sandbox.control.envelope({ name: planted });
		await run(envelopeParameters('get', ID));
		const stored = await keeper().stored();

		expect(placesOf(stored, planted)).toEqual(['table execution_data']);
		// A word that each of them prints when it starts.
		expect(placesOf(stored, 'n8n')).toEqual(expect.arrayContaining(keeper().logs));
	});
}
