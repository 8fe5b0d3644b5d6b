import { signingPath } from '../../service/records';
import { html, type Part } from '../html';
import { time, type Page } from '../layout';
import { documentPages } from './documentPages';
import type { Visitor } from './visitor';

/** The documents to look at, and why there is nothing to do. */
export function viewPage(visitor: Visitor): Page {
	const { envelope, participant } = visitor;
	const path = signingPath(envelope, participant);
	return {
		title: envelope.name,
		script: 'signing.js',
		main: html`<h1>${envelope.name}</h1>
			<p class="standing">${standing(visitor)}</p>
			<p>
				<a class="alone" href="${path}/audit-trail" target="_blank"
					>Open the audit trail as a PDF</a
				>
			</p>
			${envelope.documents.map((document) =>
				documentPages({ document, pdf: `${path}/documents/${document.ID}` }),
			)}`,
	};
}

function standing({ envelope: { status }, participant }: Visitor): Part {
	const { role, signedAt, declinedAt } = participant;
	const yours = signedAt && html`You signed on ${time(signedAt)}. `;
	if (status === 'sealed') return [yours, 'Everyone has signed and the documents are sealed.'];
	if (status === 'processing')
		return [yours, 'Everyone has signed; the documents are being sealed.'];
	if (status === 'cancelled') return [yours, 'The sender has canceled this envelope.'];
	if (declinedAt) return html`You declined to sign on ${time(declinedAt)}.`;
	if (status === 'rejected') return [yours, 'A signer has declined, so this envelope has ended.'];
	if (role === 'cc')
		return 'You receive a copy: you can read the documents, but there is nothing to sign.';
	return [yours, 'Not everyone has signed yet.'];
}
