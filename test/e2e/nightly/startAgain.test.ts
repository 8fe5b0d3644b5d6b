import { startsAndStops } from '../support/npmStart';

it.each(['begins with what is there', 'does so again, and makes nothing twice'])(
	'%s',
	startsAndStops,
	15 * 60_000,
);
