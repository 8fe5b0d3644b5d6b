import { once } from 'node:events';

import { freePort } from '../../host/server/ports';
import { localServer } from '../support/localServer';
import { prepareFolder, start, startsAndStops } from './support/npmStart';

const MINUTES = 60_000;

const folder = prepareFolder();

it(
	'ends with a verified archive and a running editor, until Ctrl-C',
	async () => await startsAndStops(folder),
	15 * MINUTES,
);

it('says at once that a port is taken, and how to choose another', async () => {
	const taken = await localServer((_, res) => res.end());
	const { child, seen } = await start(folder, Number(new URL(taken.url).port), await freePort());
	const [code] = (await once(child, 'close')) as [number];
	await taken.close();
	expect(code).not.toBe(0);
	expect(seen.text).toMatch(
		/is already taken\nThese are free: npm start -- --port \d+ --sandbox-port \d+/,
	);
});
