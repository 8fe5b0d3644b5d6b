import { archivedIn } from '../support/archived';
import { Example, newArchive } from '../support/example';
import { prepareGround } from '../support/ground';

const ground = prepareGround();

it('writes the evidence of every finished envelope', async () => {
	await ground.sandbox.reset();
	const finished = (['sealed', 'sealed', 'rejected', 'cancelled'] as const).map(
		(status) => ground.sandbox.control.envelope({ status }).ID,
	);
	ground.sandbox.control.envelope({ status: 'sent' });
	const folder = newArchive();
	const example = await Example.import(ground, 'simple-archive', {
		settings: { archiveFolder: folder },
	});
	const run = await example.run('Every Night');
	expect([run.status, run.error]).toEqual(['success', undefined]);
	expect(archivedIn(folder)).toEqual([...finished].sort());
});
