import { tinyServer } from '../../support/tinyServer';
import { assertFree, freePort } from '../../../host/server/ports';

it('finds a port that can be used', async () => {
	const port = await freePort();
	await expect(assertFree(port, () => '')).resolves.toBeUndefined();
});

it('says that a port is taken, and which one is free', async () => {
	const server = await tinyServer((_, res) => res.end());
	const port = Number(new URL(server.url).port);
	const free: number[] = [];
	const propose = (found: number) => {
		free.push(found);
		return 'Choose another';
	};
	await expect(assertFree(port, propose)).rejects.toThrow(
		`Port ${port} is already taken\nChoose another`,
	);
	const [first = 0] = free;
	await expect(assertFree(port, propose, [first])).rejects.toThrow('is already taken');
	expect(free[1]).not.toBe(first);
	await server.close();
	for (const one of free) await expect(assertFree(one, () => '')).resolves.toBeUndefined();
});
