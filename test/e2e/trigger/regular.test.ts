import { sql } from '../../../host/server/sql';
import { prepareHarness } from '../support/harness';
import { receivesEvents } from './receiving';

const harness = prepareHarness();

receivesEvents(() => ({
	host: harness.host,
	sandbox: harness.sandbox,
	credential: harness.credential,
	sql: async (statement) => await sql({ folder: harness.host.folder }, statement),
}));
