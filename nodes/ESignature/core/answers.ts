import { caught, isUnknown, type UserError } from '../errors/userError';
import type { Attempts, Output } from './attempts';

export interface FailedItem {
	item: number;
	error: UserError;
	/** Its entries that were done all the same. */
	done: Output[];
}

export type ItemAnswer = { item: number; outputs: Output[] } | FailedItem;

/** The answer to each input item of a run. Each stage of the run asks for the items that are still open. */
export class Answers {
	private readonly outputs = new Map<number, Output[]>();

	private readonly failures = new Map<number, UserError>();

	/** All items of the run. */
	readonly items: readonly number[];

	/** Begins with what earlier attempts have done, and with what they have left unknown. */
	constructor(
		count: number,
		private readonly attempts: Attempts,
	) {
		this.items = [...Array(count).keys()];
		for (const item of this.items) {
			const { outputs, uncertainError } = attempts.of(item);
			if (uncertainError) this.failures.set(item, uncertainError);
			else if (outputs) this.outputs.set(item, outputs);
		}
	}

	get open(): number[] {
		return this.items.filter((item) => !this.outputs.has(item) && !this.failures.has(item));
	}

	/** The whole answer to an item. */
	succeed(item: number, outputs: Output[]): void {
		this.outputs.set(item, outputs);
	}

	/**
	 * An item fails if any part of it fails. An error that leaves the outcome unknown takes precedence. What an earlier
	 * attempt has done stays done.
	 */
	fail(items: readonly number[], error: UserError): void {
		for (const item of items) {
			if (this.outputs.has(item)) continue;
			if (isUnknown(error)) this.attempts.of(item).uncertainError = error;
			const earlier = this.failures.get(item);
			if (!earlier || (isUnknown(error) && !isUnknown(earlier))) this.failures.set(item, error);
		}
	}

	/** Fails items for which nothing was sent. */
	refuse(items: readonly number[], error: unknown): void {
		this.fail(items, caught(error).with({ outcome: 'notDone' }));
	}

	/**
	 * The error to throw, and its item, unless others share the error: any of them may be the cause. It is that of the
	 * first item that failed, but an unknown outcome goes first: nobody would look for it otherwise.
	 */
	get failure(): { error: UserError; item?: number } | undefined {
		const errors = this.items.map((item) => this.failures.get(item));
		const error = errors.find(isUnknown) ?? errors.find(Boolean);
		if (!error) return undefined;
		const item = errors.indexOf(error);
		return errors.lastIndexOf(error) === item ? { error, item } : { error };
	}

	/** In the order of the input. */
	list(): ItemAnswer[] {
		return this.items.map((item) => {
			const outputs = this.outputs.get(item);
			if (outputs) return { item, outputs };
			const parts = [...this.attempts.of(item).done].sort(([a], [b]) => a - b);
			const done = parts.map(([, output]) => output);
			const error = this.failures.get(item);
			return error ? { item, error, done } : { item, outputs: done };
		});
	}
}
