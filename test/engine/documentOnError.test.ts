import { byId, prepareGround } from '../support/ground';
import { pairs, pdf, UNKNOWN_ID, withFile } from '../support/samples';

const ground = prepareGround();

/** Three items: the first and the last one are good, the one between names an unknown thing. */
function three(operation: string) {
	const { control } = ground.sandbox;
	const { ID, documents } = control.envelope({
		documents: 2,
		status: operation === 'downloadSealed' ? 'sealed' : 'drafted',
	});
	const [first, last] = documents.map((document) => document.ID);
	const added = operation === 'add';
	return [first, UNKNOWN_ID, last].map((document) =>
		withFile(pdf(), 'new.pdf', undefined, {
			envelope: added && document === UNKNOWN_ID ? UNKNOWN_ID : ID,
			document,
		}),
	);
}

const parameters = (operation: string) => ({
	resource: 'document',
	operation,
	envelopeId: byId('={{ $json.envelope }}'),
	documentId: byId('={{ $json.document }}'),
	documentIds: '={{ $json.document }}',
	name: 'new.pdf',
	binaryPropertyName: 'data',
	contentType: '',
});

describe.each(['add', 'get', 'rename', 'delete', 'downloadSealed'])('%s', (operation) => {
	it('stops at the item that fails and names it', async () => {
		const { error, items } = await ground.engine.run(parameters(operation), {
			items: three(operation),
		});
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 1 } });
		expect(items).toEqual([]);
	});

	it('goes on and answers the item that failed in its place', async () => {
		const { error, items } = await ground.engine.run(parameters(operation), {
			items: three(operation),
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(pairs(items)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(items.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
		expect(items[1]?.json).toMatchObject({
			error: expect.stringContaining('not found'),
			details: { statusCode: 404, title: 'Not Found' },
		});
	});

	it('goes on and sends the item that failed to the error output', async () => {
		const { items, errorItems } = await ground.engine.run(parameters(operation), {
			items: three(operation),
			onError: 'continueErrorOutput',
		});
		expect(pairs(items)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(errorItems).toMatchObject([
			{ json: { document: UNKNOWN_ID, details: { statusCode: 404 } } },
		]);
	});
});
