import { archivedIn } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareGround } from '../support/ground';

const ground = prepareGround();

beforeEach(async () => await ground.sandbox.reset());
afterEach(() => (ground.sandbox.faults.choose = undefined));

const envelopes = (...statuses: Array<'sealed' | 'rejected' | 'cancelled' | 'sent'>) =>
	statuses.map((status) => ground.sandbox.control.envelope({ status }).ID);

async function night() {
	const folder = newArchive();
	const example = await Example.import(ground, 'simple-archive', {
		entered: { 'Write File': { fileName: `=${folder}/{{ $json.name }}` } },
	});
	const run = await example.run('Every Night');
	expect([run.status, run.error]).toEqual(['success', undefined]);
	return archivedIn(folder);
}

it('writes the evidence of every finished envelope', async () => {
	const finished = envelopes('sealed', 'sealed', 'rejected', 'cancelled');
	envelopes('sent');

	expect(await night()).toEqual([...finished].sort());
});

it('goes on after an envelope of which the service has no file', async () => {
	const [none = '', ...others] = envelopes('cancelled', 'sealed', 'sealed');
	ground.sandbox.faults.choose = ({ path }) =>
		path.includes(`${none}:download`) ? { kind: 'status', status: 404 } : undefined;

	expect(await night()).toEqual([...others].sort());
});
