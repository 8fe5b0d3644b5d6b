import { readExample, exampleNames } from '../../../host/examples';
import { isN8nFrom } from '../../../host/install/version';
import { chain, manualTrigger } from '../../../host/workflows';
import { sharedHost } from '../support/shared';

interface Report {
	workflowResults: Array<{ ruleId: string }>;
}
interface RuleReport {
	affectedWorkflows: Array<{ id: string }>;
}

const REPORT = '/rest/breaking-changes/report';

/** IDs of the workflows that will not work in n8n 3.0, according to n8n. */
async function affectedByVersion3(): Promise<string[]> {
	const host = sharedHost();
	const { report } = await host.rest<{ report: Report }>('POST', `${REPORT}/refresh?version=v3`);
	const affected: string[] = [];
	for (const { ruleId } of report.workflowResults) {
		const rule = await host.rest<RuleReport>('GET', `${REPORT}/${ruleId}`);
		affected.push(...rule.affectedWorkflows.map(({ id }) => id));
	}
	return affected;
}

/** Only n8n 2.41 and later 2.x have the report on version 3.0, so others skip this test. */
const itReports = isN8nFrom(2, 41) && !isN8nFrom(3) ? it : it.skip;

itReports('n8n finds nothing in the examples that breaks in its version 3.0', async () => {
	const host = sharedHost();
	const affected = await host.createWorkflow(
		chain('Calls a workflow for each item', [
			manualTrigger,
			{
				name: 'Call',
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.3,
				parameters: { mode: 'each' },
			},
		]),
	);
	const names = new Map([[affected, 'the one that is affected']]);
	for (const name of exampleNames()) names.set(await host.createWorkflow(readExample(name)), name);
	const found = (await affectedByVersion3()).flatMap((id) => names.get(id) ?? []);
	expect(found).toEqual(['the one that is affected']);
});
