import { runInNewContext } from 'node:vm';

import { readExample } from '../../host/examples';

interface Due {
	json: { ID: string; days: number; reminder: number; isOver: boolean };
}

const code = String(
	readExample('remind-and-cancel').nodes.find(({ name }) => name === 'What Is Due')?.parameters
		.jsCode,
);
const whatIsDue = runInNewContext(`(($, $input, $now, $getWorkflowStaticData) => {${code}\n})`) as (
	...context: unknown[]
) => Due[];

/** Runs the example's code on a day, with the envelopes that wait then. */
class Workflow {
	private readonly memory = {};

	constructor(private readonly settings: object = { remindOnDays: '3, 7, 14', cancelOnDay: 30 }) {}

	on(date: string, ...IDs: string[]): Array<[ID: string, days: number, what: string]> {
		const node = () => ({ first: () => ({ json: this.settings }) });
		// With nothing on the list, n8n gives one empty item.
		const items = (IDs.length > 0 ? IDs : [undefined]).map((ID) => ({ json: { ID } }));
		const now = { toISODate: () => date };
		return whatIsDue(node, { all: () => items }, now, () => this.memory).map(({ json }) => [
			json.ID,
			json.days,
			json.isOver ? 'cancel' : `reminder ${json.reminder}`,
		]);
	}
}

it('counts the days since it first saw an envelope, also when n8n was off', () => {
	const workflow = new Workflow();
	expect(workflow.on('2026-10-24', 'A')).toEqual([]);
	expect(workflow.on('2026-10-26', 'A')).toEqual([]);
	expect(workflow.on('2026-10-28', 'A', 'B')).toEqual([['A', 4, 'reminder 3']]);
	expect(workflow.on('2026-11-22', 'A', 'B')).toEqual([
		['A', 29, 'reminder 14'],
		['B', 25, 'reminder 14'],
	]);
	expect(workflow.on('2026-11-23', 'A')).toEqual([['A', 30, 'cancel']]);
});

it('starts anew with an envelope that did not wait in between', () => {
	const workflow = new Workflow();
	workflow.on('2026-10-01', 'A');
	workflow.on('2026-10-29');
	expect(workflow.on('2026-11-01', 'A')).toEqual([]);
	expect(workflow.on('2026-11-04', 'A')).toEqual([['A', 3, 'reminder 3']]);
});

it.each([
	[{ remindOnDays: '', cancelOnDay: 30 }, [['A', 40, 'cancel']]],
	[{ remindOnDays: '3', cancelOnDay: 0 }, [['A', 40, 'reminder 3']]],
	[{ remindOnDays: '', cancelOnDay: '' }, []],
])('does nothing for a setting that was emptied: %j', (settings, due) => {
	const workflow = new Workflow(settings);
	workflow.on('2026-10-01', 'A');
	expect(workflow.on('2026-11-10', 'A')).toEqual(due);
});
