import { tinyServer } from '../support/tinyServer';
import { chain, manualTrigger } from '../../host/workflows';
import { prepareGround } from './support/ground';

const ground = prepareGround();

/** n8n's own node, with our credential, for any address. */
const request = async (url: string) =>
	await ground.host.execute(
		chain(`HTTP ${url}`, [
			manualTrigger,
			{
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					url,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'eSignatureApi',
				},
				credentials: { eSignatureApi: ground.credential },
			},
		]),
	);

it('reaches any endpoint of the service', async () => {
	const { ID } = ground.sandbox.control.envelope();
	const run = await request(`${ground.sandbox.url}/sign/envelopes/${ID}`);
	expect(run.json('HTTP Request')).toMatchObject([{ ID }]);
});

it('is refused for any other origin, which hears nothing', async () => {
	let heard = 0;
	const foreign = await tinyServer((_, res) => {
		heard += 1;
		res.end('{}');
	});
	try {
		const run = await request(`${foreign.url}/sign/envelopes`);
		expect(run.status).toBe('error');
		expect(run.error?.message).toMatch(/another address.*not sent/);
		expect(heard).toBe(0);
	} finally {
		await foreign.close();
	}
});
