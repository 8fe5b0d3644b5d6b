import { pdf, sha256, withFile } from '../../support/samples';
import { box, chosen, documentId, email, envelopeId, FILES, label, planned, rowsOf } from './plan';
import { drafts, placesForFields } from './targets';
import type { Plan } from './intent';

export const addsDocuments: Plan = (control, mark, draws) =>
	planned(
		{
			resource: 'document',
			operation: 'add',
			envelopeId,
			binaryPropertyName: 'data',
			name: '={{ $json.name }}',
			contentType: '',
			options: { waitUntilProcessed: '={{ $json.wait }}' },
		},
		draws,
		(draw) => chosen(drafts(control), draw),
		({ ID: envelopeID }, { pick, on }, item) => {
			const file = pdf(1, mark(item));
			const name = FILES[pick % 2] ?? '';
			return {
				item: withFile(file, name, 'application/pdf', { envelope: envelopeID, name, wait: on }),
				intent: {
					does: 'adds',
					kind: 'document',
					marks: [sha256(file)],
					skipExisting: false,
					outputs: 1,
					places: [name, envelopeID],
				},
			};
		},
	);

/** One participant per item: items for one envelope share a request. */
export const addsOne: Plan = (control, mark, draws) =>
	planned(
		{
			resource: 'participant',
			operation: 'create',
			envelopeId,
			email: '={{ $json.email }}',
			role: '={{ $json.role }}',
			authentication: 'none',
			options: {},
		},
		draws,
		(draw) => chosen(drafts(control), draw),
		({ ID: envelopeID }, { on }, item) => {
			const own = email(mark(item), 1);
			const role = on ? 'signer' : 'cc';
			return {
				item: { json: { envelope: envelopeID, email: own, role } },
				intent: {
					does: 'adds',
					kind: 'participant',
					marks: [own],
					role,
					skipExisting: false,
					outputs: 1,
					places: [envelopeID, own],
				},
			};
		},
	);

export const addsParticipants =
	({ skipExisting }: { skipExisting: boolean }): Plan =>
	(control, mark, draws) =>
		planned(
			{
				resource: 'participant',
				operation: 'createMany',
				envelopeId,
				inputMode: 'json',
				participantsJson: '={{ $json.people }}',
				options: { skipExisting },
			},
			draws,
			(draw) => chosen(drafts(control), draw),
			({ ID: envelopeID }, draw, item) => {
				const role = draw.on ? 'signer' : 'cc';
				const people = rowsOf(draw, (row) => ({
					email: email(mark(item), row),
					role,
					...(draw.on && row === 2 && { authentication: 'accessCode', accessCode: 'code-4711' }),
				}));
				const marks = people.map((one) => one.email);
				return {
					item: { json: { envelope: envelopeID, people: JSON.stringify(people) } },
					intent: {
						does: 'adds',
						kind: 'participant',
						marks,
						role,
						skipExisting,
						outputs: marks.length,
						places: [envelopeID, ...marks],
					},
				};
			},
		);

export const addsFields: Plan = (control, mark, draws) =>
	planned(
		{
			resource: 'field',
			operation: 'createMany',
			envelopeId,
			documentId,
			inputMode: 'json',
			fieldsJson: '={{ $json.fields }}',
			options: { allowOverlappingFields: true },
		},
		draws,
		(draw) => chosen(placesForFields(control), draw),
		({ envelope, document, signer }, draw, item) => {
			const marks = rowsOf(draw, (row) => label(mark(item), row));
			// On the same spot: only their labels tell them apart.
			const fields = marks.map((own) => ({
				type: 'custom',
				label: own,
				participantID: signer,
				...box,
			}));
			return {
				item: {
					json: { envelope: envelope.ID, document: document.ID, fields: JSON.stringify(fields) },
				},
				intent: {
					does: 'adds',
					kind: 'field',
					marks,
					skipExisting: false,
					outputs: marks.length,
					places: [envelope.ID, document.ID],
				},
			};
		},
	);
