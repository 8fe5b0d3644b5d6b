import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Field } from '../../nodes/ESignature/api';
import type { EnvelopeFixture, StoredEnvelope } from '../../sandbox';
import type { Outcome } from '../support/engine';
import { formParticipant } from '../support/formRows';
import { byId, type Harness } from '../support/harness';

const CREATE = 'POST /sign/envelopes';
export const ORIGINAL = 'GET /sign/envelopes/{envelopeID}:download-original';
export const ADA = { email: 'ada@example.com', role: 'signer' };
export const BOB = { email: 'bob@example.com', role: 'signer' };
export const CC = { email: 'archive@example.com', role: 'cc' };

const job = ({ ID }: StoredEnvelope, people: object[], more: object = {}): INodeParameters =>
	({
		resource: 'envelope',
		operation: 'createFromTemplate',
		templateId: byId(ID),
		name: 'Lease of Ada',
		participants: { participant: people.map(formParticipant) },
		send: true,
		...more,
	}) as INodeParameters;

/** Templates, and what becomes of them. */
export function templateJobs(harness: Harness) {
	const run = async (
		of: StoredEnvelope,
		people: object[] = [ADA, BOB],
		more: object = {},
		item: INodeExecutionData = { json: {} },
	): Promise<Outcome> => await harness.engine.run(job(of, people, more), { items: [item] });
	return {
		run,

		template: (wanted: EnvelopeFixture = {}): StoredEnvelope => {
			const made = harness.sandbox.control.envelope({
				name: 'Template of a lease',
				mode: 'sequential',
				documents: [
					{ name: 'lease.pdf', pages: 2 },
					{ name: 'annex.pdf', pages: 1 },
				],
				participants: [
					{ email: 'landlord@example.com' },
					{ email: 'tenant@example.com' },
					{ email: 'copy@example.com', role: 'cc' },
				],
				fields: 'all',
				...wanted,
			});
			made.notification = { subject: 'Your lease', body: 'Please sign it.' };
			return made;
		},

		made: async (...inputs: Parameters<typeof run>): Promise<StoredEnvelope> => {
			const { items, error } = await run(...inputs);
			if (error) throw error;
			return harness.sandbox.control.get(String(items[0]?.json.ID));
		},

		/** The message to the user; nothing was created. */
		refused: async (...inputs: Parameters<typeof run>): Promise<string> => {
			const { items, error } = await run(...inputs);
			expect(items).toEqual([]);
			expect(harness.sandbox.log.count(CREATE)).toBe(0);
			return `${error?.message}\n${error?.description}`;
		},
	};
}

/** All of an envelope that a copy of it has, with people by their place. */
export const shapeOf = ({ mode, notification, documents, participants }: StoredEnvelope) => ({
	mode,
	notification,
	documents: documents.map(({ name, pdf, fields }) => ({
		name,
		pdf: pdf?.toString('base64'),
		fields: fields.map((field) => ({
			...without(field, ['ID', 'documentID', 'participantID']),
			whom: participants.findIndex(({ ID }) => ID === field.participantID),
		})),
	})),
});

const without = (field: Field, keys: string[]): object =>
	Object.fromEntries(Object.entries(field).filter(([key]) => !keys.includes(key)));
