import type { Route } from '../../nodes/ESignature/api';
import type { StoredEnvelope } from '../../sandbox';
import { binaryOf, samplePdf } from '../support/files';
import { prepareHarness } from '../support/harness';
import { processAtOnce } from './createAndSendJob';
import { ADA, BOB, ORIGINAL, templateJobs } from './templateJob';

const harness = prepareHarness({ sandbox: { processingMs: 0 } });
beforeEach(() => processAtOnce(harness.sandbox));

const { template, refused } = templateJobs(harness);

const ENVELOPE = 'GET /sign/envelopes/{envelopeID}';
const DOCUMENTS = `${ENVELOPE}/documents` as const;
const FIELDS = `${ENVELOPE}/documents/{documentID}/fields` as const;

/** Somebody works on it just before the first request of this kind is answered, or just after. */
function meanwhile(route: Route, when: 'before' | 'after', change: () => void): void {
	let isDone = false;
	harness.sandbox.faults.witness = async (request, takeEffect) => {
		const isNow = request.route === route && !isDone;
		isDone ||= isNow;
		if (isNow && when === 'before') change();
		const answer = await takeEffect();
		if (isNow && when === 'after') change();
		return answer;
	};
}

const anew = (ID: string) => ID.replace(/^.{8}/, 'aaaaaaaa');

const touch = (of: StoredEnvelope) => {
	of.lastModifiedAt = new Date(Date.parse(of.lastModifiedAt) + 1000).toISOString();
};

describe('an envelope that is changed while it is read is not copied', () => {
	it.each([
		['before the first list', DOCUMENTS, 'before'],
		['before its ZIP', ORIGINAL, 'before'],
		['right after its ZIP was made', ORIGINAL, 'after'],
	] as const)('if that is %s', async (_, route, when) => {
		const of = template();
		meanwhile(route, when, () => touch(of));
		const text = await refused(of);
		expect(text).toContain('The envelope to copy changed while it was being read');
		expect(text).toContain('Run this step again when no one is working on that envelope.');
	});

	it('if files of the input are used', async () => {
		const of = template({ documents: [{ name: 'lease.pdf', pages: 2 }] });
		const item = { json: {}, binary: { data: binaryOf(await samplePdf('One', 2), 'one.pdf') } };
		meanwhile(FIELDS, 'after', () => touch(of));
		expect(await refused(of, [ADA, BOB], { documents: 'input' }, item)).toContain(
			'The envelope to copy changed while it was being read',
		);
	});
});

describe('nothing is created', () => {
	it('if a field is for somebody who is not a signer', async () => {
		const of = template();
		of.documents[0]!.fields[0]!.participantID = anew(of.ID);
		const text = await refused(of);
		expect(text).toContain(
			'The envelope to copy has a field for someone who is not one of its signers',
		);
		expect(text).toContain('assign each field to a signer');
	});
});
