import type { CredentialReference } from '../../../host/host';
import { action, chain, manualTrigger, type NewWorkflow, type Step } from '../../../host/workflows';

const ARCHIVING = 'Archive finished envelopes';
export const ARCHIVE_STEP = 'Archive';

/** The main job: everything that proves a finished envelope, written to a folder of this machine. */
export function archivingWorkflow(credential: CredentialReference, folder: string): NewWorkflow {
	return chain(ARCHIVING, [
		manualTrigger,
		finishedEnvelopes(credential),
		archiveEnvelope(credential),
		...writeFiles(folder),
	]);
}

export const finishedEnvelopes = (credential: CredentialReference): Step =>
	action(
		'Finished Envelopes',
		{
			resource: 'envelope',
			operation: 'getAll',
			returnAll: true,
			filters: { status: ['sealed', 'rejected', 'cancelled'] },
		},
		credential,
	);

export const archiveEnvelope = (credential: CredentialReference): Step =>
	action(
		ARCHIVE_STEP,
		{
			resource: 'envelope',
			operation: 'downloadEvidence',
			envelopeId: { __rl: true, mode: 'id', value: '={{ $json.ID }}' },
			include: ['auditTrail', 'sealed'],
		},
		credential,
	);

/** Gives one item for each file; its `envelope` says whose file it is. */
export const writeFiles = (folder: string): Step[] => [
	{
		name: 'One Item per File',
		type: 'n8n-nodes-base.splitOut',
		parameters: {
			fieldToSplitOut: '$binary',
			include: 'selectedOtherFields',
			fieldsToInclude: 'envelope',
		},
	},
	{
		name: 'Write File',
		type: 'n8n-nodes-base.readWriteFile',
		parameters: {
			operation: 'write',
			fileName: `=${folder}/${FILE_NAME}`,
			dataPropertyName: '={{ Object.keys($binary)[0] }}',
		},
	},
];

const FILE_NAME = '{{ Object.values($binary)[0].fileName }}';
