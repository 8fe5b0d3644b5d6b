/** Raised while a file passes through, so that n8n's store drops what it has written so far. */
export class DamagedFile extends Error {
	override name = 'DamagedFile';

	constructor(
		reason: string,
		/** The transfer ended early; the file itself may be fine. */
		readonly cut = false,
	) {
		super(reason);
	}
}

/** Raised likewise, for a second copy that adds nothing to the first. */
export class SameFile extends Error {
	override name = 'SameFile';
}
