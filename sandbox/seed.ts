import { buildEnvelope, type EnvelopeFixture } from './fixture';
import type { Service } from './service/service';

const PEOPLE = [
	{ email: 'ada@example.com' },
	{ email: 'grace@example.com', authentication: { type: 'AccessCode', accessCode: '4711' } },
	{ email: 'archive@example.com', role: 'cc' },
] satisfies EnvelopeFixture['participants'];

const SEEDS: EnvelopeFixture[] = [
	// One signer, as example 04 copies it.
	{ name: 'Draft offer', status: 'drafted', participants: PEOPLE.slice(0, 1) },
	{
		name: 'Sent contract',
		status: 'sent',
		mode: 'sequential',
		fields: 'all',
		participants: [
			...PEOPLE,
			{
				email: 'katherine@example.com',
				authentication: { type: 'SMS', countryCode: '+1', phoneNumber: '5550100' },
			},
		],
	},
	{ name: 'Contract in processing', status: 'processing' },
	{ name: 'Sealed contract', status: 'sealed' },
	{ name: 'Rejected contract', status: 'rejected' },
	{ name: 'Canceled contract', status: 'cancelled' },
];

/** One envelope in every state that can be read; a deleted one cannot. */
export function seed(service: Service): void {
	for (const wanted of SEEDS) {
		buildEnvelope(service, {
			documents: [{ name: 'contract.pdf', pages: 2 }, { name: 'annex.pdf' }],
			participants: PEOPLE,
			fields: true,
			...wanted,
		});
	}
}
