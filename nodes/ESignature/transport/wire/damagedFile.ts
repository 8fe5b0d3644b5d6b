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
