/** Numbers of a font file, the highest byte first; zero where the file has ended. */
export class Reader {
	constructor(
		readonly bytes: Uint8Array,
		public at = 0,
	) {}

	get ended(): boolean {
		return this.at >= this.bytes.length;
	}

	uint(length: number): number {
		let value = 0;
		for (let count = 0; count < length; count++) {
			value = value * 256 + (this.bytes[this.at] ?? 0);
			this.at += 1;
		}
		return value;
	}

	u8 = (): number => this.uint(1);

	u16 = (): number => this.uint(2);

	u32 = (): number => this.uint(4);
}
