/** Texts in the sources of the corpus, so they must be found, and how often. */
const LATIN = [
	'Service agreement',
	// Ligatures.
	'first official file of the staff',
	'affixed offline',
];
/** With kerning, and with texts across the end of a line. */
const LETTER = [
	...LATIN,
	'AVATAR, To, Type, Wave',
	'handed over in good condition',
	'given back in the same condition',
];
const GREEK_AND_CYRILLIC = ['Υπογραφή του μισθωτή', 'Подпись арендатора'];
const SCRIPTS = [...GREEK_AND_CYRILLIC, '租户签名处'];
const LANDLORD_IN_CHINESE = '房东签名处';
const TENANT = 'Signature of the tenant:';
const LANDLORD = 'Signature of the landlord:';
const WIDE = 'WIDELY SET WORDS';
const TURNED = 'Turned by thirty degrees';
const PLACE = 'Place, date';
const ACCOUNT = 'Account number 12-345';

const OFFICE = [
	...LETTER,
	...SCRIPTS,
	LANDLORD_IN_CHINESE,
	WIDE,
	TENANT,
	LANDLORD,
	'partly bold',
	'café',
	'naïve',
	'[[signature:1]]',
	'[[date:2]]',
	'[[signature:1]] [[date:2]]',
	'חתימת השוכר כאן',
	'סעיף 12 של החוזה',
	'توقيع المستأجر هنا',
];
const REPORTLAB = [
	// Its Chinese and Japanese letters are in fonts that are not embedded, which cannot be read.
	...LATIN,
	...GREEK_AND_CYRILLIC,
	WIDE,
	TENANT,
	PLACE,
	'narrow letters',
	'12th of October',
	'Invisible, as behind a scan',
	TURNED,
	ACCOUNT,
];
const TEX = [
	...LETTER,
	TENANT,
	LANDLORD,
	'efficient flights',
	ACCOUNT,
	PLACE,
	'café, naïve, Łódź, Škoda',
	'Signature of the witness:',
];
const CAIRO = [...LATIN, ...SCRIPTS, TENANT, LANDLORD, TURNED, PLACE, 'Flattened letters'];

type Wanted = Array<string | [text: string, times: number]>;

export const WANTED: Record<string, Wanted> = {
	'cairo-letter.pdf': CAIRO,
	'chromium-dense.pdf': [
		'General terms of the harbour office',
		'an affidavit or by an extract',
		'first read together',
		'official price list',
		'Inflammable goods, firearms and fireworks',
		'the flat roof',
		'offline',
		'liability of either party for injury to life or health',
		'what is not written down then',
		['the other party', 5],
	],
	'chromium-letter.pdf': [
		...LETTER,
		...SCRIPTS,
		LANDLORD_IN_CHINESE,
		'双方各执一份,自签字之日起生效',
		WIDE,
		TENANT,
		LANDLORD,
		'partly bold',
		'café',
		'éte',
		'12th of October',
		'[[signature:1]] [[date:2]]',
		TURNED,
		'חתימת השוכר כאן',
		'סעיף 12 (ב) של החוזה',
		'توقيع المستأجر هنا',
		'word שלום עולם in the middle',
		[PLACE, 2],
	],
	'ghostscript-again.pdf': TEX,
	'ghostscript-letter.pdf': [
		'Service agreement',
		'first official file of the staff',
		TENANT,
		PLACE,
		TURNED,
		ACCOUNT,
		'Flattened letters',
		'αβγ',
	],
	'ghostscript-spaced.pdf': [
		'The first office of the staff of ten a and b',
		'To be signed by a witness I A of it',
		TENANT,
		PLACE,
		ACCOUNT,
	],
	'groff-letter.pdf': [...LETTER, TENANT, PLACE],
	'jspdf-letter.pdf': [...LATIN, WIDE, TENANT, TURNED, ACCOUNT, 'Set to the right'],
	'libreoffice-contract.pdf': [
		'Lease of the harbour office',
		'for twelve months',
		'[[signature:1]]',
		'[[signature:2]]',
		'Date: [[date:1]]',
		'Date: [[date:2]]',
		'[[custom:2:Number of keys]]',
	],
	'libreoffice-docx.pdf': OFFICE,
	'libreoffice-odt.pdf': OFFICE,
	'pdfkit-letter.pdf': [
		...LETTER,
		...SCRIPTS,
		LANDLORD_IN_CHINESE,
		WIDE,
		TENANT,
		TURNED,
		PLACE,
		'efficient flights',
	],
	'pdflib-turned.pdf': [
		['Service agreement', 15],
		[TENANT, 15],
		[TURNED, 15],
		// On two pages of three it is outside of the part that is shown.
		['Cut away', 5],
	],
	// All but the old fonts are programs whose letters are unknown.
	'pdftex-bitmaps.pdf': ['efficient flights', 'Signature of the witness:'],
	'pdftex-letter.pdf': TEX,
	'qpdf-linearized.pdf': REPORTLAB,
	'qpdf-plain.pdf': CAIRO,
	'reportlab-letter.pdf': REPORTLAB,
};

/** In none of the files: another order, another accent, half a letter, two columns, letters backwards. */
export const ABSENT = [
	'agreement Service',
	'cafe',
	'Signatureof',
	'tenant: Signature of the landlord',
	'םולש',
	'תמיתח',
	'Подпись арендатора Подпись',
	'WIDELYSET',
	'signature of the tenant',
	'המ',
];
