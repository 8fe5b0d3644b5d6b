import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The clock of processes that the host starts with this environment (clock.cjs). */
export class Clock {
	readonly env: { HOST_CLOCK: string };
	private ahead = 0;

	constructor(folder: string) {
		this.env = { HOST_CLOCK: join(folder, 'clock') };
		this.advance(0);
	}

	/** Also advances running processes. */
	advance(milliseconds: number): void {
		this.ahead += milliseconds;
		const file = this.env.HOST_CLOCK;
		// Renamed, so that no process reads a partial number.
		writeFileSync(`${file}.next`, String(this.ahead));
		renameSync(`${file}.next`, file);
	}
}
