import type { Field } from '../../../nodes/ESignature/api';
import { renderDate } from '../../service/fieldValues';
import { html, type Html, type Part } from '../html';
import { MAX_ENTRY_LENGTH, textIn, type Form } from './entries';
import { inputName, needOf, type LabeledField, type Need } from './fieldLabels';

/** WCAG 1.3.5: the purpose of an input, which also lets browsers fill it in. */
const PURPOSES: Partial<Record<Field['type'], string>> = {
	signature: 'name',
	name: 'name',
	company: 'organization',
	title: 'organization-title',
};

const NEEDS: Record<Need, string> = {
	required: '(required)',
	optional: '(optional)',
	given: '(filled in for you)',
};

export interface Filled {
	/** The value that was sent before; empty at first. */
	form: Form;
	problem?: string;
	openedAt: Date;
}

/** One field: in its place on the page, or with its label in a list where there is no room. */
export function fieldInput(labeled: LabeledField, filled: Filled): Html {
	const { field, number, label } = labeled;
	const name = inputName(field.ID);
	const need = needOf(field);
	const { problem } = filled;
	const common: Part = [
		html` id="${name}" name="${name}"`,
		need === 'required' && html` aria-required="true"`,
		problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`,
	];
	return html`<li
		class="field field-${field.type}"
		data-box="${field.boundingBox.join(' ')}"
		data-number="${number}"
		data-need="${need}"
	>
		<label for="${name}"
			><span class="number" aria-hidden="true">${number}</span> ${label} ${NEEDS[need]}</label
		>
		${input(labeled, filled, common)}
		${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}
	</li> `;
}

function input({ field, label }: LabeledField, { form, openedAt }: Filled, common: Part): Html {
	const entered = textIn(form, inputName(field.ID));
	if (field.type === 'checkbox') {
		return html`<input type="checkbox" value="X" ${common}${entered !== '' && html` checked`} />`;
	}
	if (field.type === 'date') return dateInput(field, entered, openedAt, common);
	const purpose = PURPOSES[field.type];
	return html`<input
		type="text"
		maxlength="${MAX_ENTRY_LENGTH}"
		placeholder="${label}"
		value="${entered}"
		autocomplete="${purpose ?? 'off'}"
		${common}
	/>`;
}

function dateInput(
	{ format = 'YYYY-MM-DD', modifiable = false }: Extract<Field, { type: 'date' }>,
	entered: string,
	openedAt: Date,
	common: Part,
): Html {
	if (!modifiable) {
		return html`<input type="text" readonly value="${renderDate(openedAt, format)}" ${common} />`;
	}
	const timed = format.endsWith('mm');
	const value = entered === '' ? openedAt.toISOString().slice(0, timed ? 16 : 10) : entered;
	return html`<input type="${timed ? 'datetime-local' : 'date'}" value="${value}" ${common} />`;
}
