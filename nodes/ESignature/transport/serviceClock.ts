import { serviceTime } from './wire/serviceTime';

/**
 * The service's clock as far as its answers tell, so that its times can be compared with ours although
 * the clocks differ. Ours is the one that is never set: a correction of the computer's time, too, must
 * not make an older record look new.
 */
export class ServiceClock {
	/** How far the service's clock is ahead of ours: between these two. */
	private lead?: { least: number; most: number };

	now(): number {
		return performance.now();
	}

	/** From the `Date` of an answer, which has whole seconds and was written between these moments. */
	learn(date: string | undefined, asked: number, answered = this.now()): void {
		const shown = Date.parse(date ?? '');
		if (Number.isNaN(shown)) return;
		const news = { least: shown - answered, most: shown + 1_000 - asked };
		const least = Math.max(this.lead?.least ?? -Infinity, news.least);
		const most = Math.min(this.lead?.most ?? Infinity, news.most);
		// No overlap: one of the clocks was set in between.
		this.lead = least <= most ? { least, most } : news;
	}

	/** Whether a record was made since then; undefined when its time cannot be compared with ours. */
	isSince(createdAt: string, then: number): boolean | undefined {
		const made = serviceTime(createdAt);
		// What seems to be made in the future got its time from yet another clock.
		if (!this.lead || Number.isNaN(made) || made > this.now() + this.lead.most) return undefined;
		return made >= then + this.lead.least;
	}
}
