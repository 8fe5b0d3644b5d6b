import type { HttpReply } from '../http/reply';
import { isAnswered, type Answered, type Asked, type Dialect, type Surroundings } from './dialect';
import { chosenFrom, type DialectChoice } from './draw';
import { relisted } from './listing';
import { Storage } from './storage';
import { DIALECTS } from './table';
import { answeredFrom, replyFrom } from './wire';

export type { Asked, Dialect, DialectChoice };
export { DIALECTS };

type Clock = Pick<Surroundings, 'now' | 'sleep'>;

/** The freedoms that the sandbox uses now: changes at the edge, of which its service knows nothing. */
export class Dialects {
	private spoken: Dialect[] = [];
	private memories = new Map<Dialect, Map<string, number>>();
	private readonly storage = new Storage();

	constructor(
		private readonly clock: Clock,
		private readonly first: DialectChoice = [],
	) {
		this.set(first);
	}

	/** In the order of the table; enough to speak like this again. */
	get names(): string[] {
		return this.spoken.map(({ name }) => name);
	}

	/** From the next request on. An empty list is the sandbox as it always was. */
	set(choice: DialectChoice): void {
		this.spoken = chosenFrom(DIALECTS, choice);
		this.memories = new Map();
	}

	reset(): void {
		this.set(this.first);
	}

	async close(): Promise<void> {
		await this.storage.close();
	}

	/** The service's reply to a request, in the dialects that are spoken. */
	async speak(asked: Asked, serve: (asked: Asked) => Promise<HttpReply>): Promise<HttpReply> {
		const { spoken } = this;
		if (spoken.length === 0) return await serve(asked);
		const plainly = async (each: Asked) => await answeredFrom(await serve(each));
		const answered = await this.answer(spoken, asked, plainly);
		return replyFrom(answered);
	}

	private async answer(
		spoken: Dialect[],
		asked: Asked,
		serve: Surroundings['serve'],
	): Promise<Answered> {
		const around = (dialect: Dialect): Surroundings => ({
			...this.clock,
			serve,
			memory: this.memoryOf(dialect),
			store: async (answered, hops) => await this.storage.store(answered, hops),
		});
		let request = asked;
		let answered: Answered | undefined;
		for (const dialect of [...spoken].reverse()) {
			// Awaited only where it must be: without that, a request takes effect in the moment it is passed on.
			const asking = dialect.ask?.(request, around(dialect)) ?? request;
			const next = asking instanceof Promise ? await asking : asking;
			if (isAnswered(next)) {
				answered = next;
				break;
			}
			request = next;
		}
		answered ??= await this.served(spoken, request, serve);
		for (const dialect of spoken) {
			answered = (await dialect.answer?.(answered, request, around(dialect))) ?? answered;
		}
		return answered;
	}

	private async served(spoken: Dialect[], asked: Asked, serve: Surroundings['serve']) {
		const listings = spoken.flatMap(({ listing }) => listing ?? []);
		return asked.route === 'GET /sign/envelopes' && listings.length > 0
			? await relisted(asked, serve, listings)
			: await serve(asked);
	}

	private memoryOf(dialect: Dialect): Map<string, number> {
		const memory = this.memories.get(dialect) ?? new Map<string, number>();
		this.memories.set(dialect, memory);
		return memory;
	}
}
