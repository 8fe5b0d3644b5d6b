import { tinyServer } from '../../support/tinyServer';
import { assertFree, freePort } from '../../../host/server/ports';

const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

it('finds a port that can be used', async () => {
	const port = await freePort();
	await expect(assertFree([port], () => '')).resolves.toBeUndefined();
});

it('says that a port is taken, and keeps the one that is not', async () => {
	const server = await tinyServer((_, res) => res.end());
	const [taken, other] = [portOf(server), await freePort()];
	let proposed: number[] = [];
	const propose = (free: number[]) => {
		proposed = free;
		return 'Choose another';
	};
	await expect(assertFree([taken, other], propose)).rejects.toThrow(
		`Port ${taken} is already taken\nChoose another`,
	);
	expect(proposed[1]).toBe(other);
	await expect(assertFree(proposed, () => '')).resolves.toBeUndefined();
	await server.close();
});

it('proposes two that are free, and not one of them twice, where both are taken', async () => {
	const servers = [
		await tinyServer((_, res) => res.end()),
		await tinyServer((_, res) => res.end()),
	];
	const both = servers.map(portOf);
	let proposed: number[] = [];
	await expect(
		assertFree(both, (free) => {
			proposed = free;
			return '';
		}),
	).rejects.toThrow(`Port ${both[0]} is already taken`);
	expect(new Set([...both, ...proposed]).size).toBe(4);
	await expect(assertFree(proposed, () => '')).resolves.toBeUndefined();
	for (const server of servers) await server.close();
});
