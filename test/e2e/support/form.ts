import { until } from './until';

/** A form of n8n, used as a browser uses it. */
export class WebForm {
	constructor(private readonly url: string) {}

	/** n8n puts forms on the air a moment after a workflow was switched on. */
	async page(): Promise<string> {
		return await until('the form', async () => {
			const answer = await fetch(this.url);
			const text = await answer.text();
			return answer.ok && text;
		});
	}

	/** Sends the form with its fields in order; returns the address of the next page, if there is one. */
	async submit(fields: Array<string | File>): Promise<string | undefined> {
		const form = new FormData();
		for (const [index, value] of fields.entries()) form.append(`field-${index}`, value);
		const answer = await fetch(this.url, { method: 'POST', body: form });
		const text = await answer.text();
		if (!answer.ok) throw new Error(`The form was answered with ${answer.status}: ${text}`);
		return (JSON.parse(text) as { formWaitingUrl?: string }).formWaitingUrl;
	}

	/** Waits for the page that ends the form, and reports as that page does that it was seen. */
	async end(url: string | undefined): Promise<string> {
		// The page itself is left without an answer while the run has not come to it.
		const status = new URL(String(url));
		status.pathname += '/n8n-execution-status';
		await until(
			'the last page of the form',
			async () => (await (await fetch(status)).text()) === 'form-waiting',
		);
		const page = await (await fetch(String(url))).text();
		await (await fetch(String(url), { method: 'POST', body: '{}' })).text();
		return page;
	}
}
