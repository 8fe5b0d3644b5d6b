import type { FileType } from '../api';
import { FileReader, type FileEnds, type Fingerprint } from './files/fileEnds';
import type { Findings } from './files/findings';
import { readPdf } from './files/pdf';
import { readZip } from './files/zip';
import type { Watch } from './watch';
import { BodyTooLarge, type Body } from './wire/body';
import { DamagedFile, SameFile } from './wire/damagedFile';

export interface Expected {
	mediaType: FileType;
	maxBytes: number;
	watch: Watch;
}

const STRUCTURE: Record<FileType, (ends: FileEnds) => Findings | string> = {
	'application/pdf': readPdf,
	'application/zip': readZip,
};

/** A body on its way into the store. */
export class Passing {
	readonly received: FileReader;

	findings: Findings = { warnings: [] };

	/** What ended the transfer, as opposed to what n8n's store raised. */
	raised: unknown;

	constructor(
		private readonly expected: Expected,
		private readonly earlier?: Fingerprint,
	) {
		this.received = new FileReader(earlier);
	}

	/** Raises before the last byte reaches the store, so that a cut or wrong file never becomes one. */
	async *inspect(body: Body): AsyncGenerator<Buffer> {
		const { received, earlier } = this;
		const { watch, maxBytes, mediaType } = this.expected;
		for await (const chunk of body as AsyncIterable<Buffer>) {
			watch.touch();
			received.add(chunk);
			if (received.bytes > maxBytes) this.end(new BodyTooLarge(`More than ${maxBytes} bytes`));
			yield chunk;
		}
		// Node itself reports a body that is shorter than announced, so that a difference in length means
		// that it was compressed on its way: no reason to mistrust it.
		const findings = STRUCTURE[mediaType](received);
		if (typeof findings === 'string') this.end(new DamagedFile(findings));
		if (earlier && !received.continuesEarlier) this.end(new SameFile());
		this.findings = findings;
	}

	private end(error: Error): never {
		this.raised = error;
		throw error;
	}
}
