import { signingPath } from '../../service/records';
import { nextSigners } from '../../service/turns';
import { html, type Part } from '../html';
import type { Page } from '../layout';
import type { Visitor } from './visitor';

export function donePage(visitor: Visitor): Page {
	const { envelope, participant } = visitor;
	const declined = participant.declinedAt !== undefined;
	const title = declined ? 'You declined to sign' : 'Thank you';
	return {
		title,
		main: html`<h1>${title}</h1>
			<p>
				${
					declined
						? html`Your reason was recorded and the envelope ${envelope.name} has ended.`
						: html`Your signature on ${envelope.name} was recorded.`
				}
			</p>
			${!declined && whatFollows(visitor)}
			<p><a class="alone" href="${signingPath(envelope, participant)}">See the documents</a></p>
			<p><a class="alone" href="/">Go to the inbox</a></p>`,
	};
}

function whatFollows({ envelope }: Visitor): Part {
	const next = nextSigners(envelope);
	if (next.length === 0) {
		return html`<p>Everyone has signed. The documents will be sealed in a moment.</p>`;
	}
	return html`<p>Others still have to sign. In the sandbox, you can sign as any of them:</p>
		<ul>
			${next.map(
				(signer) =>
					html`<li>
						<a class="alone" href="${signingPath(envelope, signer)}">Sign as ${signer.email}</a>
					</li>`,
			)}
		</ul>`;
}
