import { signingPath } from '../../service/records';
import { html, type Html } from '../html';
import { problemId, problemList, type Page } from '../layout';
import { documentPages } from './documentPages';
import type { Form } from './entries';
import { fieldInput } from './fieldInput';
import { inputName, labeledFields, needOf, type LabeledField } from './fieldLabels';
import type { Visitor } from './visitor';

export interface Attempt {
	form: Form;
	/** By field ID. */
	problems: Record<string, string>;
	/** An error in the reason of a decline. */
	reasonProblem?: string;
	openedAt: Date;
}

/** The documents with the signer's fields in place, and the two ways to end: sign or decline. */
export function signPage({ envelope, participant }: Visitor, attempt: Attempt): Page {
	const { form, problems, reasonProblem, openedAt } = attempt;
	const fields = labeledFields(envelope, participant);
	const wrong = fields.flatMap(({ field: { ID } }) => {
		const text = problems[ID];
		return text === undefined ? [] : [{ at: inputName(ID), text }];
	});
	if (reasonProblem !== undefined) wrong.push({ at: 'reason', text: reasonProblem });
	return {
		title: `Sign ${envelope.name}`,
		script: 'signing.js',
		main: html`<h1>Sign ${envelope.name}</h1>
			${
				wrong.length > 0 &&
				problemList(
					reasonProblem === undefined ? 'Nothing has been signed yet' : 'You have not declined yet',
					wrong,
				)
			}
			<p>You sign as <b>${participant.email}</b>. ${whatToDo(fields)}</p>
			<form method="post" id="sign" novalidate>
				${envelope.documents.map((document) =>
					documentPages({
						document,
						pdf: `${signingPath(envelope, participant)}/documents/${document.ID}`,
						fieldsOn: (isMeant) =>
							fields
								.filter((each) => each.document === document && isMeant(each.field.page ?? 1))
								.map((each) =>
									fieldInput(each, { form, openedAt, problem: problems[each.field.ID] }),
								),
					}),
				)}
				<div class="finish">
					<p id="progress" role="status"></p>
					<button name="action" value="sign">Sign</button>
				</div>
				${declining(form, reasonProblem)}
			</form>`,
	};
}

function whatToDo(fields: LabeledField[]): Html {
	const open = fields.filter(({ field }) => needOf(field) !== 'given');
	const [first] = open;
	if (!first) return html`Read the documents and click Sign at the end.`;
	return html`Read the documents, fill in your
		${open.length === 1 ? 'field' : `${open.length} fields`} and click Sign at the end.
		<a href="#${inputName(first.field.ID)}">Go to your first field</a>`;
}

/** In the same form: nothing that was filled in is lost when the reason is missing. */
function declining({ reason }: Form, problem: string | undefined): Html {
	const entered = typeof reason === 'string' ? reason : '';
	return html`<details class="decline" ${problem !== undefined && html` open`}>
		<summary>I do not want to sign</summary>
		<div class="stack">
			<label for="reason">Reason for declining</label>
			<textarea
				id="reason"
				name="reason"
				rows="3"
				maxlength="500"
				required
				aria-describedby="${problem !== undefined && `${problemId('reason')} `}reason-hint"
				${problem !== undefined && html` aria-invalid="true"`}
			>
${entered}</textarea>
			<p class="aside" id="reason-hint">
				The sender sees it. Declining ends the envelope for everyone.
			</p>
			<button class="danger" name="action" value="decline">Decline to sign</button>
		</div>
	</details>`;
}
