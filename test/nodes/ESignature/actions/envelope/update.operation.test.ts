import {
	changeOf,
	envelopeUpdate,
	deviations,
} from '../../../../../nodes/ESignature/actions/envelope/update.operation';
import type { Envelope } from '../../../../../nodes/ESignature/api';

const notification = { subject: 'Old', body: 'Text' };
const current = { name: 'Lease', mode: 'parallel', notification } as Envelope;

describe('an update of an envelope', () => {
	it('sends only what is given, and reads nothing for it', async () => {
		const read = jest.fn();
		const whole = { name: ' New ', mode: 'sequential', subject: 'a', body: 'b' };
		expect(await changeOf(envelopeUpdate({ name: ' New ' }), read)).toEqual({ name: ' New ' });
		expect(await changeOf(envelopeUpdate(whole), read)).toEqual({
			name: ' New ',
			mode: 'sequential',
			notification: { subject: 'a', body: 'b' },
		});
		expect(read).not.toHaveBeenCalled();
	});

	it.each([
		[{ subject: 'New' }, { subject: 'New', body: 'Text' }],
		[{ body: 'New' }, { subject: 'Old', body: 'New' }],
	])('keeps the half of the notification that is not given (%j)', async (values, expected) => {
		const change = await changeOf(envelopeUpdate(values), async () => current);
		expect(change).toEqual({ notification: expected });
	});

	it('cannot keep a half that does not exist', async () => {
		const { notification: none, ...silent } = current;
		await expect(
			changeOf(envelopeUpdate({ subject: 'New' }), async () => silent as Envelope),
		).rejects.toThrow("The 'Body' is empty");
		expect(none).toBeDefined();
	});

	it.each([
		[{}, 'There is nothing to update'],
		[{ name: undefined }, 'There is nothing to update'],
		[{ name: '' }, "The 'Name' is empty"],
		[{ name: undefined, subject: 'a' }, "The 'Name' is empty"],
		[{ mode: 'random' }, "The 'Signing Mode' must be one of"],
		[{ subject: ' ' }, "The 'Subject' is empty"],
		[{ body: null }, "The 'Body' is empty"],
	])('is refused before anything is read (%j)', (values, message) => {
		expect(() => envelopeUpdate(values)).toThrow(message);
	});

	it.each([
		[{ name: 'Lease' }, true],
		[{ name: ' Lease\n' }, true],
		[{ name: 'Other' }, false],
		[{ mode: 'parallel' as const }, true],
		[{ mode: 'sequential' as const }, false],
		[{ notification }, true],
		[{ notification: { ...notification, body: 'Other' } }, false],
		[{ notification: { ...notification, subject: 'Other' } }, false],
	])('is found applied, or not (%j)', (change, applied) => {
		expect(deviations(change, current).length === 0).toBe(applied);
	});
});
