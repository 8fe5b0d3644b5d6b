/**
 * All that these tests hold on to in n8n's editor (2.41.1): its `data-test-id` attributes. Beside them
 * there are only roles (options of a list, dialogs, alerts), texts that a person reads, the names of the two
 * inputs of the sign-in form, and the `for` of the labels, which is the parameter's name.
 */
export const ID = {
	signIn: 'form-submit-button',

	homeTabs: 'project-tabs',
	workflowCreate: 'add-resource-workflow',

	credentialCreate: 'add-resource-credential',
	credentialType: 'new-credential-type-select',
	credentialTypeChosen: 'new-credential-type-button',
	credentialForm: 'credential-edit-dialog',
	credentialName: 'credential-name',
	credentialSave: 'credential-save-button',
	credentialGreen: 'credentials-config-container-test-success',

	canvasFirst: 'canvas-plus-button',
	canvas: 'canvas-wrapper',
	canvasFit: 'zoom-to-fit',
	canvasNode: 'canvas-node',

	nodesPanel: 'node-creator',
	nodesPanelOpen: 'node-creator-plus-button',
	nodesPanelSearch: 'node-creator-search-bar',
	nodesPanelEntry: 'node-creator-item-name',

	nodeView: 'ndv',
	nodeClose: 'ndv-close-button',
	nodeExecute: 'node-execute-button',
	nodeForm: 'node-parameters',
	nodeCredential: 'node-credentials-select',

	input: (name: string) => `parameter-input-${name}`,
	inputOption: 'parameter-input-item',

	locatorMode: 'rlc-mode-selector',
	locatorValue: 'rlc-input',
	locatorSearch: 'rlc-search',
	locatorEntry: 'rlc-item',
	locatorError: 'rlc-error-container',

	output: 'output-panel',
	outputGreen: 'node-run-status-success',
	outputTab: (name: 'schema' | 'table' | 'json' | 'binary') => `radio-button-${name}`,
	outputData: 'ndv-data-container',
	outputFile: (item: number) => `ndv-binary-data_${item}`,
	errorMessage: 'node-error-message',
	errorDescription: 'node-error-description',
} as const;
