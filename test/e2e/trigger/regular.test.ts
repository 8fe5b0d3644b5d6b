import { sql } from '../../../host/server/sql';
import { prepareGround } from '../support/ground';
import { receivesEvents } from './receiving';

const ground = prepareGround();

receivesEvents(() => ({
	host: ground.host,
	sandbox: ground.sandbox,
	credential: ground.credential,
	sql: async (statement) => await sql({ folder: ground.host.folder }, statement),
}));
