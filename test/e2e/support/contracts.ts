import type { Sandbox } from '../../../sandbox';
import { PDF, samplePdf } from '../../support/files';
import { Example, type Surroundings } from './example';
import { WebForm } from './form';
import { rowsOf } from './record';
import { until } from './until';

/** What the example knows of an envelope. */
export interface WaitingRow {
	envelopeId: string;
	owner: string;
	end: string;
	done: boolean;
}

export interface Chosen {
	lookEveryMinutes: number;
	daysToSign: number;
	hoursForYourSteps: number;
}

/** The trigger that wakes it up. */
export const REPORTS = 'Envelope Finished';

/** The example that waits in its middle, published, with the one that wakes it up. */
export class Contracts {
	private constructor(
		private readonly around: Surroundings,
		readonly example: Example,
		readonly events: Example,
		/** Where the service is to report to; nowhere if it is polled. */
		readonly webhook: string,
	) {}

	/** With the polling trigger in the place of the webhook. */
	static async publishPolled(around: Surroundings, settings: Partial<Chosen>): Promise<Contracts> {
		const example = await Example.import(around, 'sign-and-continue', { settings });
		await example.activate();
		const events = await Example.import(around, 'sign-and-continue-events', {
			calls: { 'Take Over': example.id },
			polled: REPORTS,
		});
		await events.activate();
		const contracts = new Contracts(around, example, events, '');
		await contracts.form.page();
		return contracts;
	}

	static async publish(
		around: Surroundings,
		settings: Partial<Chosen>,
		cleaning: { graceMinutes?: number; daysToKeep?: number } = {},
	): Promise<Contracts> {
		const example = await Example.import(around, 'sign-and-continue', { settings });
		await example.activate();
		const events = await Example.import(around, 'sign-and-continue-events', {
			settings: cleaning,
			calls: { 'Take Over': example.id },
		});
		await events.activate();
		const url = `${around.host.url}/webhook/${events.addressOf(REPORTS)}/webhook`;
		await until('the address for events', async () => (await fetch(url)).ok);
		const contracts = new Contracts(around, example, events, url);
		await contracts.form.page();
		return contracts;
	}

	/** Fills in the form for these people. */
	async send(emails: string[]): Promise<void> {
		const bytes = new Uint8Array(await samplePdf());
		for (const email of emails) {
			const file = new File([bytes], 'contract.pdf', { type: PDF });
			await this.form.submit([email.split('@')[0] as string, email, file]);
		}
	}

	async rows(): Promise<WaitingRow[]> {
		return await rowsOf<WaitingRow>(this.around.host, 'Waiting for signatures');
	}

	async row(envelopeId: string): Promise<WaitingRow | undefined> {
		return (await this.rows()).find((row) => row.envelopeId === envelopeId);
	}

	async done(envelopeId: string): Promise<WaitingRow> {
		return await until(`the end of ${envelopeId}`, async () => {
			const row = await this.row(envelopeId);
			return row?.done && row;
		});
	}

	private get form(): WebForm {
		return this.example.form('Contract Form');
	}
}

/** Waits until a contract for this person was sent; returns its ID. */
export const sentTo = async ({ control }: Sandbox, email: string): Promise<string> =>
	await until(`a contract for ${email}`, () => {
		const found = control
			.envelopes()
			.find(({ participants }) => participants.some((one) => one.email === email));
		return found?.status === 'sent' && found.ID;
	});
