import { onThings, type Loose } from '../changes';
import type { Dialect } from '../dialect';

const FLOAT =
	'Field, boundingBox: "array of 4 numbers (float)"; how exactly they come back is not said';
const EMAIL =
	'Participant, email: "E-mail address of the participant"; which of its equal spellings comes back is not said';

const boxes = (change: (number: number) => unknown) =>
	onThings(['field'], (field) =>
		Array.isArray(field.boundingBox)
			? { ...field, boundingBox: field.boundingBox.map((each) => change(Number(each))) }
			: field,
	);

const emails = (change: (email: string) => string) =>
	onThings(['participant'], (one: Loose) =>
		typeof one.email === 'string' ? { ...one, email: change(one.email) } : one,
	);

function inAscii(email: string): string {
	const at = email.lastIndexOf('@');
	return email.slice(0, at + 1) + new URL(`http://${email.slice(at + 1)}`).hostname;
}

/** The same value, written in another way. */
export const values: Dialect[] = [
	{
		name: 'box-integers',
		changes: 'Boxes come back rounded to whole points',
		leftOpenBy: FLOAT,
		group: 'box',
		answer: boxes(Math.round),
	},
	{
		name: 'box-float32',
		changes: 'Boxes come back as 32-bit floats, 72.1 as 72.0999984741211',
		leftOpenBy: FLOAT,
		group: 'box',
		answer: boxes(Math.fround),
	},
	{
		name: 'box-text',
		changes: 'Boxes come back as texts, "72.5"',
		leftOpenBy:
			'Field, boundingBox: the numbers are what a client must send; for answers only "the created field" is said',
		group: 'box',
		answer: boxes(String),
	},
	{
		name: 'email-ascii',
		changes: 'International domains of e-mail addresses come back in ASCII',
		leftOpenBy: EMAIL,
		answer: emails(inAscii),
	},
	{
		name: 'email-lower',
		changes: 'E-mail addresses come back in lower case',
		leftOpenBy: EMAIL,
		answer: emails((email) => email.toLowerCase()),
	},
];
