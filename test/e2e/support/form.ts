import { until } from './until';
import { fetchUnpooled } from './fetchUnpooled';

/** A form of n8n, used as a browser uses it. */
export class WebForm {
	constructor(private readonly url: string) {}

	/** n8n serves a form only a moment after its workflow was published. */
	async page(): Promise<string> {
		return await until('the form', async () => {
			const answer = await fetchUnpooled(this.url);
			return answer.ok && (await answer.text());
		});
	}

	/** Sends the form with its fields in order; returns the address of the next page, if there is one. */
	async submit(fields: Array<string | File>): Promise<string | undefined> {
		const body = new FormData();
		for (const [index, value] of fields.entries()) body.append(`field-${index}`, value);
		// n8n shows the form a moment before it accepts entries.
		const answer = await until('the form takes entries', async () => {
			const one = await fetchUnpooled(this.url, { method: 'POST', body });
			return one.status !== 404 && one;
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`The form was answered with ${answer.status}: ${text}`);
		return (JSON.parse(text) as { formWaitingUrl?: string }).formWaitingUrl;
	}

	/** Waits for the last page of the form, and reports, as that page does, that it was seen. */
	async end(url: string | undefined): Promise<string> {
		// n8n does not answer for the page until the run has reached it.
		const status = new URL(String(url));
		status.pathname += '/n8n-execution-status';
		await until(
			'the last page of the form',
			async () => (await (await fetchUnpooled(status)).text()) === 'form-waiting',
		);
		const page = await (await fetchUnpooled(String(url))).text();
		await (await fetchUnpooled(String(url), { method: 'POST', body: '{}' })).text();
		return page;
	}
}
