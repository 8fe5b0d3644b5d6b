import { ExecutionLifecycleHooks } from 'n8n-core';
import type {
	ICredentialsHelper,
	INodeParameters,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

const BASE = 'http://localhost:5678/';

interface Given {
	credentialsHelper: ICredentialsHelper;
	executionId: string;
	currentNodeParameters?: INodeParameters;
}

/** As n8n's server makes it for an execution. The addresses must be valid, though nothing listens there. */
export function additionalDataFor(given: Given): IWorkflowExecuteAdditionalData {
	const { credentialsHelper, executionId, currentNodeParameters } = given;
	const data: Partial<IWorkflowExecuteAdditionalData> & { hooks: ExecutionLifecycleHooks } = {
		credentialsHelper,
		executionId,
		currentNodeParameters,
		hooks: new ExecutionLifecycleHooks('manual', executionId, {} as IWorkflowBase),
		currentNodeExecutionIndex: 0,
		restApiUrl: `${BASE}rest`,
		instanceBaseUrl: BASE,
		formBaseUrl: `${BASE}form`,
		formTestBaseUrl: `${BASE}form-test`,
		formWaitingBaseUrl: `${BASE}form-waiting`,
		webhookBaseUrl: `${BASE}webhook`,
		webhookTestBaseUrl: `${BASE}webhook-test`,
		webhookWaitingBaseUrl: `${BASE}webhook-waiting`,
		variables: {},
		externalSecretsProxy: {} as IWorkflowExecuteAdditionalData['externalSecretsProxy'],
		setExecutionStatus: () => {},
		logAiEvent: () => {},
	};
	return data as IWorkflowExecuteAdditionalData;
}
