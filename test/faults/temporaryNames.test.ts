import { jsonReply } from '../../sandbox/http/reply';
import { job, processAtOnce, withFiles } from '../engine/createAndSendJob';
import { prepareGround } from '../support/ground';
import { hurry } from './hurry';

hurry();
const ground = prepareGround();
const CREATE = 'POST /sign/envelopes';
const RENAME = 'PATCH /sign/envelopes/{envelopeID}';
const SEND = 'POST /sign/envelopes/{envelopeID}:send-for-signing';

const createAndSend = async (more: Record<string, unknown> = {}) =>
	await ground.engine.run(job(more), { items: [await withFiles()] });

/** The service stores names in its own way. */
function storing(tidied: (name: string) => string): void {
	ground.sandbox.faults.witness = async ({ route }, takeEffect) => {
		const reply = await takeEffect();
		if (route !== CREATE && route !== RENAME) return reply;
		for (const envelope of ground.sandbox.control.envelopes()) {
			envelope.name = tidied(envelope.name);
		}
		const chunks: Uint8Array[] = [];
		for await (const chunk of reply.bytes) chunks.push(chunk);
		const body = JSON.parse(Buffer.concat(chunks).toString()) as { name: string };
		return jsonReply(reply.status, { ...body, name: tidied(body.name) });
	};
}

describe('Create and Send with a service that tidies names', () => {
	it.each<[string, string, (name: string) => string]>([
		['collapses blanks', 'Lease  2026', (name) => name.replace(/\s+/g, ' ')],
		['replaces brackets', 'Lease', (name) => name.replace(/[[\]]/g, '_')],
		['drops signs', 'Lease', (name) => name.replace(/[^\w ]/g, '')],
		['writes capitals', 'Lease', (name) => name.toUpperCase()],
		['cuts after 50', 'A lease '.repeat(9), (name) => name.slice(0, 50)],
	])('sends one that %s', async (_, name, tidied) => {
		processAtOnce(ground.sandbox);
		storing(tidied);
		const { items } = await createAndSend({ name });
		expect(items[0]?.json).toMatchObject({ status: 'sent', name: tidied(name) });
		expect(ground.sandbox.log.count(CREATE)).toBe(1);
	});

	it('finds the draft again when the answer to its creation was lost', async () => {
		processAtOnce(ground.sandbox);
		storing((name) => name.replace(/[[\]]/g, '_'));
		ground.sandbox.faults.next(CREATE, { kind: 'status', status: 504, applied: true });
		const { items } = await createAndSend();
		expect(items[0]?.json).toMatchObject({ status: 'sent', name: 'Lease', reconciled: true });
		expect(ground.sandbox.control.envelopes()).toHaveLength(1);
	});

	it('deletes the draft that cannot be completed', async () => {
		storing((name) => name.replace(/[[\]]/g, '_'));
		ground.sandbox.faults.always('POST /sign/envelopes/{envelopeID}/documents', {
			kind: 'status',
			status: 422,
		});
		const { error } = await createAndSend();
		expect(error?.description).toContain('The draft was deleted.');
		expect(ground.sandbox.control.envelopes()).toEqual([]);
	});
});

describe('the temporary name', () => {
	const silent = (applied: boolean) => {
		ground.sandbox.faults.choose = ({ route, path }) =>
			route === RENAME
				? {
						...{ kind: 'body', applied },
						body: JSON.stringify({ ID: path.split('/').at(-1), status: 'drafted' }),
					}
				: undefined;
	};

	it('is never sent when the answer to renaming shows no name and nothing was renamed', async () => {
		silent(false);
		const { error } = await createAndSend();
		expect(error?.description).toContain('while naming the envelope');
		expect(ground.sandbox.log.count(SEND)).toBe(0);
	});

	it('is gone when the answer shows no name, but the envelope does', async () => {
		silent(true);
		const { items } = await createAndSend();
		expect(items[0]?.json).toMatchObject({ status: 'sent', name: 'Lease' });
		expect(ground.sandbox.log.count(RENAME)).toBe(1);
	});
});
