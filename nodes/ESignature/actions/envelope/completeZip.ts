import { UserError, type StoredFile } from '../../core';
import { sameWords } from '../shared/names';

type Listed = NonNullable<StoredFile['listed']>[number];

/** What programs add to archives, and lists in words for machines: no document that somebody signs. */
const ADDED =
	/^(?:\.ds_store|thumbs\.db|desktop\.ini|manifest\b.*|.*\.(?:json|txt|xml|csv|sha256|md5))$/i;
const AUDIT_TRAIL = /audit|certificate|evidence/i;
/** Shorter names stand in too many others. */
const SHORTEST = 3;

/**
 * How many files of a ZIP can be documents of these names, and whether there is one that can be the audit
 * trail beside them. A file with the name of a document counts as that document. Of the other
 * files, those that cannot be documents do not count, nor do copies (same name in another folder, same content).
 */
function countDocuments(
	listed: Listed[],
	names: string[],
): { documents: number; auditTrail: boolean } {
	const others = new Set(listed.filter(({ name }) => !/(?:^|\/)__MACOSX\//.test(name)));
	let documents = 0;
	for (const name of names) {
		const own = [...others].find((file) => isNamed(name, file));
		if (own && others.delete(own)) documents += 1;
	}
	const known = new Set(listed.filter((file) => !others.has(file)).map(contentOf));
	let auditTrail = false;
	for (const file of others) {
		// Some writers of encrypted files state no checksum.
		const isCopy = file.crc !== 0 && known.has(contentOf(file));
		known.add(contentOf(file));
		if (isCopy) continue;
		if (AUDIT_TRAIL.test(baseOf(file))) auditTrail = true;
		else if (!ADDED.test(baseOf(file))) documents += 1;
	}
	return { documents, auditTrail };
}

const baseOf = ({ name }: Listed): string => name.split(/[/\\]/).at(-1) ?? name;
const stem = (name: string): string => name.replace(/(?<=.)\.[a-z0-9]{2,5}$/i, '');

const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Under its name, or with something before or behind it. */
function isNamed(name: string, file: Listed): boolean {
	const [wanted, held] = [stem(name), stem(baseOf(file))];
	const part = letters(wanted);
	return sameWords(wanted, held) || (part.length >= SHORTEST && letters(held).includes(part));
}

const contentOf = (file: Listed): string =>
	JSON.stringify([baseOf(file).toLowerCase(), file.bytes, file.crc]);

export const NOT_KEPT =
	"Nothing was kept. Run this step again; if it happens again, contact the service's support team.";

/**
 * A ZIP that is whole as a file may still lack a document. The files are told by their names and sizes;
 * nobody looks into them.
 */
export function assertComplete(
	{ field, file, listed }: { field: string } & Pick<StoredFile, 'file' | 'listed'>,
	names: string[],
): void {
	if (file.entries === undefined) return;
	// The sealed one holds the audit trail, too.
	const least = field === 'sealed' ? names.length + 1 : names.length;
	const counted = listed && countDocuments(listed, names);
	const trail = field === 'sealed' && counted?.auditTrail ? 1 : 0;
	const found = counted ? counted.documents + trail : file.entries;
	if (found >= least) return;
	throw new UserError(
		`The ${field} ZIP is incomplete: ${found} of at least ${least} expected files were found`,
		`It must contain every document of the envelope, and the sealed ZIP also the audit trail; copies, lists and empty files do not count. ${NOT_KEPT}`,
	);
}
