import { job, processAtOnce, withFiles } from '../engine/createAndSendJob';
import { prepareGround } from '../support/ground';
import { hurry } from './hurry';

hurry();
const ground = prepareGround();
const READ = 'GET /sign/envelopes/{envelopeID}';

describe('Create and Send', () => {
	it.each([403, 503])(
		'without Send has made its draft, even if that cannot be read (%i)',
		async (status) => {
			processAtOnce(ground.sandbox);
			ground.sandbox.faults.always(READ, { kind: 'status', status });
			const { items } = await ground.engine.run(job({ send: false }), {
				items: [await withFiles()],
			});
			const [draft, ...more] = ground.sandbox.control.envelopes();
			expect(more).toEqual([]);
			expect(items[0]?.json).toMatchObject({
				...{ ID: draft?.ID, name: 'Lease', status: 'drafted', mode: 'parallel' },
				warnings: [expect.stringContaining('could not be read afterwards')],
			});
			expect(items[0]?.json.documents).toHaveLength(2);
		},
	);

	it('shows its real name when what is read afterwards still has the temporary one', async () => {
		processAtOnce(ground.sandbox);
		const body = { name: 'Lease [n8n 0123456789abcdef01234567]', status: 'drafted' };
		ground.sandbox.faults.choose = ({ route, path }) =>
			route === READ
				? { kind: 'body', body: JSON.stringify({ ID: path.split('/').at(-1), ...body }) }
				: undefined;
		for (const send of [false, true]) {
			const { items } = await ground.engine.run(job({ send }), { items: [await withFiles()] });
			expect(items[0]?.json).toMatchObject({ name: 'Lease', status: send ? 'sent' : 'drafted' });
		}
	});

	it('keeps one draft, however often Retry On Fail tries', async () => {
		processAtOnce(ground.sandbox);
		ground.sandbox.faults.always('POST /sign/envelopes/{envelopeID}/participants', {
			kind: 'status',
			status: 400,
		});
		const { error } = await ground.engine.run(job({ options: { keepDraft: true } }), {
			items: [await withFiles()],
			...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		});
		const drafts = ground.sandbox.control.envelopes();
		expect(drafts).toHaveLength(1);
		expect(error?.description).toContain(`The draft ${drafts[0]?.ID} was kept`);
	});
});
