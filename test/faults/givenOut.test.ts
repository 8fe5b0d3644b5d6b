import { addition, envelopeParameters, prepareGround } from '../support/ground';
import { pdf, withFile } from '../support/samples';
import { hurry } from './hurry';

hurry();
const ground = prepareGround();
const UNKNOWN = { details: { outcome: 'unknown' } };

const two = async (parameters: object) =>
	(
		await ground.engine.run(parameters as never, {
			items: [1, 2].map((number) => withFile(pdf(1, `file ${number}`), 'lease.pdf')),
			onError: 'continueRegularOutput',
		})
	).items.map(({ json }) => json);

describe('an answer that names what an earlier request has created', () => {
	it('gives nobody a document of another item', async () => {
		const { ID, documents } = ground.sandbox.control.envelope({ documents: 0 });
		ground.sandbox.faults.choose = ({ route }) =>
			route === 'POST /sign/envelopes/{envelopeID}/documents' && documents[0]
				? {
						...{ kind: 'body', status: 201, applied: true },
						body: JSON.stringify({ ID: documents[0].ID, name: 'lease.pdf', status: 'pending' }),
					}
				: undefined;
		const [first, second] = await two(addition(ID));
		expect(first).toMatchObject({ ID: documents[0]?.ID });
		expect(second).toMatchObject(UNKNOWN);
	});

	it('gives nobody an envelope of another item', async () => {
		ground.sandbox.faults.choose = ({ route }) => {
			const [made] = ground.sandbox.control.envelopes();
			return route === 'POST /sign/envelopes' && made
				? {
						...{ kind: 'body', status: 201, applied: true },
						body: JSON.stringify({ ID: made.ID, name: 'NDA', status: 'drafted' }),
					}
				: undefined;
		};
		const [first, second] = await two({
			...envelopeParameters('create', undefined),
			...{ name: 'NDA', mode: 'parallel', notificationsManagedBy: 'service' },
			...{ subject: 'Please sign', body: 'Thank you' },
		});
		expect(first).toHaveProperty('ID');
		expect(second).toMatchObject(UNKNOWN);
	});
});
