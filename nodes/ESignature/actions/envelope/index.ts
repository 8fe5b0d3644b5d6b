export { cancel } from './cancel.operation';
export { deleteEnvelope as delete } from './delete.operation';
export { downloadAuditTrail } from './downloadAuditTrail.operation';
export { downloadSealed } from './downloadSealed.operation';
export { get } from './get.operation';
