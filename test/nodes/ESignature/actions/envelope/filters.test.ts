import {
	envelopeFilter,
	type FilterValues,
} from '../../../../../nodes/ESignature/actions/envelope/list';
import type { ShortEnvelope } from '../../../../../nodes/ESignature/api';

const passes = (values: FilterValues, envelope: object) =>
	envelopeFilter(values, 'UTC')({ ID: '1', name: 'Lease', ...envelope } as ShortEnvelope);
const AFTER = { modifiedAfter: '2026-01-10' };
const BEFORE = { modifiedBefore: '2026-01-20' };
const on = (day: string) => `2026-01-${day}T00:00:00Z`;

it('lets everything pass when nothing is asked for', () => {
	expect(passes({}, {})).toBe(true);
	expect(passes({ status: [], nameContains: ' ', modifiedAfter: '' }, {})).toBe(true);
});

it.each([
	['on the first moment', on('10'), true],
	['between the two', on('15'), true],
	['just before the first', '2026-01-09T23:59:59.999Z', false],
	['on the last moment', on('20'), false],
	['just before the last', '2026-01-19T23:59:59.999Z', true],
	['in a time without a zone, which is UTC', '2026-01-20 00:00:00.000001', false],
])('looks at when an envelope was modified: %s', (_, lastModifiedAt, expected) => {
	expect(passes({ ...AFTER, ...BEFORE }, { lastModifiedAt })).toBe(expected);
});

it.each([undefined, null, '', 'unknown'])(
	'does not lose an envelope that does not say when it was modified: %j',
	(lastModifiedAt) => {
		expect(passes({ ...AFTER, ...BEFORE }, { lastModifiedAt })).toBe(true);
	},
);

it.each([
	['sent', true],
	['sealed', true],
	['drafted', false],
	[undefined, false],
	[null, false],
])('compares the status, whatever the case of the one that was entered: %j', (status, expected) => {
	expect(passes({ status: ['sent', ' Sealed '] }, { status })).toBe(expected);
});

it('takes one status as it takes a list of one', () => {
	expect(passes({ status: 'sent' }, { status: 'sent' })).toBe(true);
	expect(passes({ status: 'sent' }, { status: 'sealed' })).toBe(false);
});

it.each([
	[' lea ', true],
	['LEASE', true],
	['rent', false],
])('looks for a text in the name without regard to its case: %j', (nameContains, expected) => {
	expect(passes({ nameContains }, {})).toBe(expected);
	expect(passes({ nameContains }, { name: null })).toBe(false);
});

it('asks for all that is given, not for some of it', () => {
	const values = { ...AFTER, status: ['sent'], nameContains: 'lease' };
	const fitting = { status: 'sent', lastModifiedAt: on('15') };

	expect(passes(values, fitting)).toBe(true);
	expect(passes(values, { ...fitting, status: 'sealed' })).toBe(false);
	expect(passes(values, { ...fitting, name: 'Rent' })).toBe(false);
	expect(passes(values, { ...fitting, lastModifiedAt: on('05') })).toBe(false);
});

it('refuses a status that does not exist', () => {
	expect(() => passes({ status: ['lost'] }, {})).toThrow("The 'Status' must be one of");
});
