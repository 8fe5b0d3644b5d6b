import type { Patience } from './patience';
import type { Session } from './tokenReply';
import { unlessAborted } from '../unlessAborted';

const pending = new Map<string, SignIn>();

/** The sign-in that is under way for this account, or a new one: asked for once, however many wait. */
export function sharedSignIn(key: string, begin: (patience: Patience) => Promise<Session>): SignIn {
	const known = pending.get(key);
	if (known) return known;
	const signIn: SignIn = new SignIn(begin, () => {
		if (pending.get(key) === signIn) pending.delete(key);
	});
	pending.set(key, signIn);
	return signIn;
}

/** As patient as the most patient of those who wait for it; when all have left, it is given up. */
class SignIn implements Patience {
	private readonly waiting = new Set<Patience>();

	private readonly abandoned = new AbortController();

	private readonly session: Promise<Session>;

	readonly signal: AbortSignal = this.abandoned.signal;

	constructor(
		begin: (patience: Patience) => Promise<Session>,
		private readonly ended: () => void,
	) {
		// In a later turn: whoever needs it first is to be counted before.
		this.session = Promise.resolve()
			.then(async () => await begin(this))
			.finally(ended);
	}

	remaining(): number {
		return Math.max(0, ...[...this.waiting].map((waiter) => waiter.remaining()));
	}

	/** Ends with the sign-in, or earlier with this waiter's own patience. */
	async wait(waiter: Patience): Promise<Session> {
		this.waiting.add(waiter);
		try {
			return await unlessAborted(this.session, waiter.signal);
		} finally {
			this.waiting.delete(waiter);
			if (this.waiting.size === 0) {
				// Whoever comes now needs another one.
				this.ended();
				this.abandoned.abort();
			}
		}
	}
}
