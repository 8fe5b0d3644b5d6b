import { Damage } from './damage';
import type { FileEnds } from './fileEnds';

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const IN_ZIP64 = 0xffffffff;
const LOCAL_HEADER = 0x04034b50;
/** The longest comment. Other readers look no further back, either. */
const REACH = 0xffff;

/** What the end record of a ZIP says (APPNOTE 4.3.14 to 4.3.16). */
export interface ZipEnd {
	count: number;
	size: number;
	/** Where the directory is said to begin. */
	start: number;
	/** Where the directory ends, within the tail. */
	at: number;
	/** How many bytes follow the archive. */
	behind: number;
	/** Where wide values are used: how much further back their record stands than is said. */
	moved?: number;
}

export function readEnd({ head, tail, bytes }: FileEnds): ZipEnd {
	const at = findEnd(tail);
	if (at < 0) throw new Damage(isEntry(head) ? 'its end is missing' : 'it is not a ZIP');
	const narrow = {
		count: tail.readUInt16LE(at + 10),
		size: tail.readUInt32LE(at + 12),
		start: tail.readUInt32LE(at + 16),
	};
	const behind = tail.length - at - 22 - tail.readUInt16LE(at + 20);
	const disks = tail.readUInt32LE(at + 4);
	const locator = at - 20;
	if (locator < 0 || tail.readUInt32LE(locator) !== LOCATOR_64) {
		if (disks !== 0) throw new Damage('it is only one of several parts');
		const elsewhere = [narrow.size, narrow.start].includes(IN_ZIP64) || narrow.count === 0xffff;
		if (elsewhere) throw new Damage('its end is damaged');
		return { ...narrow, at, behind };
	}
	if (disks !== 0 && disks !== IN_ZIP64) throw new Damage('it is only one of several parts');
	const wide = readWide(tail, locator, bytes - tail.length);
	// Two records that disagree would show two archives to two readers.
	const agree =
		[wide.count, 0xffff].includes(narrow.count) &&
		[wide.size, IN_ZIP64].includes(narrow.size) &&
		[wide.start, IN_ZIP64].includes(narrow.start);
	if (!agree) throw new Damage('its end is damaged');
	return { ...wide, behind };
}

export const isEntry = (head: Buffer): boolean =>
	head.length >= 4 && head.readUInt32LE(0) === LOCAL_HEADER;

function readWide(tail: Buffer, locator: number, tailStart: number): Omit<ZipEnd, 'behind'> {
	const stated = Number(tail.readBigUInt64LE(locator + 8)) - tailStart;
	// With bytes before the archive the statement is too low, but the record stands right here.
	const at = [stated, locator - 56].find(
		(place) => place >= 0 && place + 56 <= locator && tail.readUInt32LE(place) === END_64,
	);
	if (at === undefined) throw new Damage('its end is damaged');
	if (tail.readBigUInt64LE(at + 16) !== 0n) throw new Damage('it is only one of several parts');
	return {
		count: Number(tail.readBigUInt64LE(at + 32)),
		size: Number(tail.readBigUInt64LE(at + 40)),
		start: Number(tail.readBigUInt64LE(at + 48)),
		at,
		moved: at - stated,
	};
}

/**
 * The end record closes the file, save for a comment of the length it states. Other readers (Info-ZIP,
 * Python) also take one that bytes follow; one whose comment is not all there was cut.
 */
function findEnd(tail: Buffer): number {
	let followed = -1;
	for (let at = tail.length - 22; at >= 0 && at >= tail.length - 22 - REACH; at--) {
		if (tail.readUInt32LE(at) !== END) continue;
		const after = at + 22 + tail.readUInt16LE(at + 20);
		if (after === tail.length) return at;
		if (after < tail.length && followed < 0) followed = at;
	}
	return followed;
}
