import { UserError } from '../../errors/userError';
import { keepNewest, putNewest, unlessAborted, type Patience } from '../wire/time';
import { isLater, isOver, type Session } from './tokenExchange';

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
		// Started in a later microtask, so that the first waiter is registered before `begin` asks for the remaining time.
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

const MOST_ACCOUNTS = 200;
const MOST_TOKENS = 50;
/** A thousand items with a wrong secret must not become a thousand sign-in attempts. */
const REFUSAL_HOLDS = 5_000;
/** So many new tokens in a row that the service does not accept, and the next one is not asked for. */
const MOST_REJECTED = 3;

// Shared by all executions of the process; n8n shares the stored session between processes.
const accounts = new Map<string, Tokens>();

/** By fingerprint; the accounts used last are kept. */
export function tokensOf(key: string): Tokens {
	return putNewest(accounts, [key, accounts.get(key) ?? new Tokens()], MOST_ACCOUNTS);
}

interface Met {
	order: number;
	issuedHere: boolean;
	dropped?: boolean;
}

/** What this process knows about the tokens of one account. */
class Tokens {
	private latest?: Session;

	/** In the order in which they were met here; the store brings those of other processes. */
	private readonly met = new Map<string, Met>();

	private orders = 0;

	/** The last token that was issued here, and whether the service has rejected it; it may issue one twice. */
	private last?: { token: string; rejected: boolean };

	private rejectedInARow = 0;

	private refusal?: { error: UserError; until: number; untilAccepted?: boolean };

	/** Every token that was put on a request, as far back as an answer can still repeat one. */
	get all(): Iterable<string> {
		return this.met.keys();
	}

	/** The token goes onto a request. */
	meet(token: string, issuedHere = false): void {
		if (this.met.has(token)) return;
		this.met.set(token, { order: this.orders++, issuedHere });
		keepNewest(this.met, MOST_TOKENS);
	}

	issued(session: Session): Session {
		this.met.delete(session.accessToken);
		this.meet(session.accessToken, true);
		this.last = { token: session.accessToken, rejected: false };
		this.latest = session;
		return session;
	}

	/** The session to begin a request with: this process may know a younger one than the store, or an older one. */
	youngest(stored: Session | undefined): Session | undefined {
		if (stored && isOver(stored)) this.drop(stored);
		const known = this.latest && !isOver(this.latest) ? this.latest : undefined;
		const met = stored && this.met.get(stored.accessToken);
		if (!stored || isOver(stored) || met?.dropped) return known;
		if (known && (met || !isLater(stored, known))) return known;
		this.latest = stored;
		return stored;
	}

	/** The known session, if it can stand in for one that did not work: only a younger one helps. */
	insteadOf(failed: Session | undefined): Session | undefined {
		const known = this.latest;
		if (!known || isOver(known)) return undefined;
		return !failed || this.isYounger(known, failed) ? known : undefined;
	}

	/** Nobody is to be given this one any more, though the store may still hold it. */
	drop(failed: Session | undefined): void {
		if (!failed) return;
		const met = this.met.get(failed.accessToken);
		if (met) met.dropped = true;
		if (this.latest?.accessToken === failed.accessToken) this.latest = undefined;
	}

	/** The service has answered 401 to it. That an older one does not work says nothing about the next one. */
	rejected(token: unknown): void {
		if (!this.last || this.last.token !== token || this.last.rejected) return;
		this.last.rejected = true;
		this.rejectedInARow += 1;
		if (this.rejectedInARow >= MOST_REJECTED) this.refuse(rejectsAll(), true);
	}

	/** The service has answered, and not with 401. */
	accepted(): void {
		this.rejectedInARow = 0;
		if (this.refusal?.untilAccepted) this.refusal = undefined;
	}

	refuse(error: UserError, untilAccepted = false): void {
		this.refusal = { error, until: performance.now() + REFUSAL_HOLDS, untilAccepted };
	}

	/** Why there is no sign-in at the moment. */
	get refused(): UserError | undefined {
		return this.refusal && this.refusal.until > performance.now() ? this.refusal.error : undefined;
	}

	/** Clocks of two machines differ, and one may be set; what was issued here after the other was met is younger. */
	private isYounger(known: Session, failed: Session): boolean {
		const ours = this.met.get(known.accessToken);
		const theirs = this.met.get(failed.accessToken);
		if (ours && theirs && ours.issuedHere) return ours.order > theirs.order;
		return known.accessToken !== failed.accessToken && isLater(known, failed);
	}
}

const rejectsAll = () =>
	new UserError(
		'The service rejects every access token, even a new one',
		"Check that the application is still enabled and that the 'Base URL' is its region, then run the workflow again.",
	);
