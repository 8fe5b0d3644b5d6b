import type { StoredDocument } from '../../service/records';
import { html, type Html } from '../html';

export interface ShownDocument {
	document: StoredDocument;
	/** Address of its PDF. */
	pdf: string;
	/** The fields on those pages; none when there is nothing to fill in. */
	fieldsOn?: (isMeant: (page: number) => boolean) => Html[];
}

/** A document as a row of empty sheets, which the script paints; without it, there is the link. */
export function documentPages({ document, pdf, fieldsOn = () => [] }: ShownDocument): Html {
	const { ID, name, numPages } = document;
	const pages = Array.from({ length: Math.max(1, numPages) }, (_, index) => index + 1);
	const lost = fieldsOn((page) => page > pages.length);
	return html`<section class="document" aria-labelledby="document-${ID}" data-pdf="${pdf}">
		<h2 id="document-${ID}">${name}</h2>
		<p class="aside">
			${numPages} ${numPages === 1 ? 'page' : 'pages'}.
			<a href="${pdf}" target="_blank">Open ${name} as a PDF</a>
		</p>
		${pages.map((page) =>
			sheet(
				page,
				`Page ${page} of ${pages.length} of ${name}`,
				fieldsOn((on) => on === page),
			),
		)}
		${
			lost.length > 0 &&
			html`<p>These fields were placed on a page that ${name} does not have:</p>
				<ol class="fields">
					${lost}
				</ol>`
		}
	</section> `;
}

const sheet = (page: number, title: string, fields: Html[]): Html =>
	html`<div class="sheet" data-page="${page}" data-state="waiting">
		<div class="paper"><canvas role="img" aria-label="${title}"></canvas></div>
		${
			fields.length > 0 &&
			html`<ol class="fields" aria-label="Fields on page ${page}">
				${fields}
			</ol>`
		}
	</div> `;
