import type { DateFormat, Field } from '../../nodes/ESignature/api';
import type { StoredParticipant } from './records';

const MONTHS =
	'January February March April May June July August September October November December'.split(
		' ',
	);

/** Field, "Allowed `format` values". */
export function renderDate(date: Date, format: DateFormat): string {
	const month = MONTHS[date.getUTCMonth()] ?? '';
	const two = (value: number) => String(value).padStart(2, '0');
	const parts: Record<string, string> = {
		YYYY: String(date.getUTCFullYear()),
		MMMM: month,
		MMM: month.slice(0, 3),
		MM: two(date.getUTCMonth() + 1),
		DD: two(date.getUTCDate()),
		hh: two(date.getUTCHours()),
		mm: two(date.getUTCMinutes()),
	};
	return format.replace(/YYYY|MMMM|MMM|MM|DD|hh|mm/g, (token) => parts[token] ?? token);
}

/** As a signer would fill it in who accepts everything. */
export function fieldValue(field: Field, { email }: StoredParticipant, when: Date): string {
	const name = email.split('@')[0] ?? email;
	switch (field.type) {
		case 'date':
			return renderDate(when, field.format ?? 'YYYY-MM-DD');
		case 'checkbox':
			return 'X';
		case 'initials':
			return name.slice(0, 2).toUpperCase();
		case 'company':
			return email.split('@')[1] ?? '';
		case 'title':
			return 'Signer';
		case 'custom':
			return `${field.label}: ${name}`;
		default:
			return name;
	}
}
