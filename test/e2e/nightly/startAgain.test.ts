import { prepareFolder, startsAndStops } from '../support/npmStart';

const folder = prepareFolder();

it.each(['begins with an empty folder', 'begins with what is there, and makes nothing twice'])(
	'%s',
	async () => await startsAndStops(folder),
	15 * 60_000,
);
