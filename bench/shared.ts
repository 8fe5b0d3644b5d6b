/** What the service counts. */
export interface Counts {
	requests: number;
	/** Most at the same time. */
	inFlight: number;
	tokens: number;
	envelopes: number;
	listed: number;
	created: number;
	deleted: number;
	files: number;
	/** Of files. */
	bytes: number;
}

export interface Settings {
	/** Sizes of files. */
	auditTrail?: number;
	sealed?: number;
	/** After so many, a token is refused. */
	callsPerToken?: number;
	/** Fields of the first document before anything is done, with IDs from 0 on. */
	fields?: number;
}

export const PAGE = 50;
export const LISTED = 10_000;

export const idOf = (n: number, kind = '4000'): string =>
	`00000000-0000-${kind}-8000-${String(n).padStart(12, '0')}`;

/** Head and end of a ZIP of this size with a document and an audit trail in it; what is between them is filler. */
export function sealedZip(size: number): { head: Buffer; end: Buffer; filler: number } {
	const [document, trail] = [Buffer.from('lease.pdf'), Buffer.from('audit-trail.pdf')];
	const local = (name: Buffer, bytes: number) => {
		const header = Buffer.alloc(30);
		header.writeUInt32LE(0x04034b50, 0);
		header.writeUInt16LE(20, 4);
		header.writeUInt32LE(1, 14);
		header.writeUInt32LE(bytes, 18);
		header.writeUInt32LE(bytes, 22);
		header.writeUInt16LE(name.length, 26);
		return Buffer.concat([header, name]);
	};
	const central = (name: Buffer, bytes: number, at: number) => {
		const header = Buffer.alloc(46);
		header.writeUInt32LE(0x02014b50, 0);
		header.writeUInt16LE(20, 4);
		header.writeUInt16LE(20, 6);
		header.writeUInt32LE(1, 16);
		header.writeUInt32LE(bytes, 20);
		header.writeUInt32LE(bytes, 24);
		header.writeUInt16LE(name.length, 28);
		header.writeUInt32LE(at, 42);
		return Buffer.concat([header, name]);
	};
	const small = Buffer.alloc(100, 'x');
	const around = 30 + 46 + document.length * 2 + 30 + 46 + trail.length * 2 + small.length + 22;
	const filler = size - around;
	const head = local(document, filler);
	const second = head.length + filler;
	const trailer = Buffer.concat([local(trail, small.length), small]);
	const directory = Buffer.concat([
		central(document, filler, 0),
		central(trail, small.length, second),
	]);
	const last = Buffer.alloc(22);
	last.writeUInt32LE(0x06054b50, 0);
	last.writeUInt16LE(2, 8);
	last.writeUInt16LE(2, 10);
	last.writeUInt32LE(directory.length, 12);
	last.writeUInt32LE(second + trailer.length, 16);
	return { head, end: Buffer.concat([trailer, directory, last]), filler };
}
