import { ENDPOINTS } from '../../nodes/ESignature/api';
import type { Sandbox } from '../../sandbox';
import { Client, openSandbox } from './client';

let sandbox: Sandbox;
openSandbox((opened) => ({ sandbox } = opened));

it('recognizes every endpoint of the interface and asks each but one for a token', async () => {
	const ids = '00000000-0000-4000-8000-000000000000';
	const anonymous = new Client(sandbox);
	sandbox.log.clear();
	for (const route of Object.keys(ENDPOINTS)) {
		const { status } = await anonymous.call(route.replace(/\{\w+\}/g, ids));
		expect([route, status]).toEqual([route, route === 'POST /oauth/token' ? 400 : 401]);
	}
	expect(sandbox.log.requests.map(({ route }) => route)).toEqual(Object.keys(ENDPOINTS));
});
