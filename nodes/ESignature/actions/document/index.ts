export { add } from './add.operation';
export { deleteDocument as delete } from './delete.operation';
export { downloadSealed } from './downloadSealed.operation';
export { get } from './get.operation';
export { getAll } from './getAll.operation';
export { rename } from './rename.operation';
export { reorder } from './reorder.operation';
