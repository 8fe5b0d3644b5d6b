import { phoneOf } from '../../service/access';
import { html } from '../html';
import { problemId, problemList, type Page } from '../layout';
import type { Visitor } from './visitor';

/** Asks for the access code or the SMS code before anything of the envelope is shown. */
export function codePage({ participant }: Visitor, problem?: string): Page {
	const phone = phoneOf(participant);
	const label = phone ? 'SMS code' : 'Access code';
	return {
		title: 'Enter your code',
		main: html`<h1>Enter your code</h1>
			${problem !== undefined && problemList('That did not work', [{ at: 'code', text: problem }])}
			<p>
				${
					phone
						? html`A code was sent to ${ending(phone)}. The sandbox has no phone:
								<a href="/#phone" target="_blank">read the message on the simulated phone</a>.`
						: html`The sender gave you an access code. You need it to see the documents. The sandbox
								has no sender:
								<a href="/" target="_blank">find the code next to your address in the inbox</a>.`
				}
			</p>
			<form method="post" class="stack">
				<label for="code">${label}</label>
				<input
					id="code"
					name="code"
					type="text"
					autocomplete="${phone ? 'one-time-code' : 'off'}"
					inputmode="${phone ? 'numeric' : 'text'}"
					spellcheck="false"
					autocapitalize="off"
					required
					maxlength="64"
					${
						problem !== undefined &&
						html` aria-invalid="true" aria-describedby="${problemId('code')}"`
					}
				/>
				<button name="action" value="enterCode">Continue</button>
			</form>`,
	};
}

const ending = (phone: string) => `the phone number that ends with ${phone.slice(-3)}`;
