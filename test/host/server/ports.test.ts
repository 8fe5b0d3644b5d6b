import { tinyServer } from '../../support/tinyServer';
import { assertFree, freePort } from '../../../host/server/ports';

it('finds a port that can be used', async () => {
	const port = await freePort();
	await expect(assertFree(port, '')).resolves.toBeUndefined();
});

it('says that a port is taken, and what to do', async () => {
	const server = await tinyServer((_, res) => res.end());
	const port = Number(new URL(server.url).port);
	await expect(assertFree(port, 'Choose another')).rejects.toThrow(
		`Port ${port} is already taken\nChoose another`,
	);
	await server.close();
});
