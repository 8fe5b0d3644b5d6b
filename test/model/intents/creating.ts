import { pdf, sha256, withFile } from '../../support/samples';
import { box, email, FILES, label, NAMES, planned, rowsOf } from './plan';
import type { Plan } from './intent';

export const creates: Plan = (_control, _mark, draws) =>
	planned(
		{
			resource: 'envelope',
			operation: 'create',
			name: '={{ $json.name }}',
			mode: 'parallel',
			notificationsManagedBy: 'service',
			subject: 'Please sign',
			body: 'Thank you',
		},
		draws,
		({ pick }) => NAMES[pick % 3 === 2 ? 1 : 0],
		(name) => ({
			item: { json: { name } },
			intent: { does: 'creates', name, outputs: 1, places: [name] },
		}),
	);

export const composes: Plan = (_control, mark, draws) =>
	planned(
		{
			resource: 'envelope',
			operation: 'createAndSend',
			name: '={{ $json.name }}',
			additionalFields: { subject: 'Please sign', body: 'Thank you' },
			binaryPropertyNames: 'data',
			inputMode: 'json',
			participantsJson: '={{ $json.people }}',
			fieldsJson: '={{ $json.fields }}',
			send: '={{ $json.send }}',
			options: { allowSignersWithoutFields: true },
		},
		draws,
		({ pick }) => NAMES[pick % 3 === 2 ? 1 : 0],
		(name, draw, item) => {
			const own = mark(item);
			const file = pdf(1, own);
			const people = rowsOf(draw, (row) => ({
				email: email(own, row),
				role: 'signer',
				...(row === 2 && { authentication: 'accessCode', accessCode: 'code-4711' }),
			}));
			const fields =
				draw.pick % 3 === 0
					? [
							{
								document: 1,
								participantEmail: email(own, 1),
								type: 'custom',
								label: label(own, 1),
								...box,
							},
						]
					: [];
			const send = draw.on || draw.pick % 3 !== 0;
			const json = { name, send, people: JSON.stringify(people), fields: JSON.stringify(fields) };
			const marks = [sha256(file), ...people.map((one) => one.email)];
			return {
				item: withFile(file, FILES[0], 'application/pdf', json),
				intent: { does: 'composes', name, send, marks, outputs: 1, places: [name] },
			};
		},
	);
