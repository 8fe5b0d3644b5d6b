import { createSandbox, type EnvelopeFixture, type Sandbox } from '../../../../sandbox';
import { Visitor } from '../visitor';

/** A sandbox whose clock stands still, which never seals by itself, and a visitor of its signing pages. */
export class Desk {
	sandbox!: Sandbox;
	visitor!: Visitor;
	clock = Date.parse('2026-05-04T10:00:00.000Z');

	/** An envelope with every type of field for each signer, and the addresses of its participants. */
	sent(wanted: EnvelopeFixture = {}) {
		const { control } = this.sandbox;
		const envelope = control.envelope({
			name: 'Contract',
			status: 'sent',
			fields: 'all',
			...wanted,
		});
		const urls = envelope.participants.map(({ ID }) => control.signingUrl(envelope.ID, ID));
		return { envelope, signer: envelope.participants[0]!, url: urls[0]!, urls };
	}
}

export function prepareDesk(): Desk {
	const desk = new Desk();
	beforeAll(async () => {
		const now = () => desk.clock;
		desk.sandbox = await createSandbox({ now, processingMs: 1, sealingMs: 600_000 });
	});
	beforeEach(async () => {
		await desk.sandbox.reset();
		desk.visitor = new Visitor(desk.sandbox);
	});
	afterAll(async () => await desk.sandbox.close());
	return desk;
}
