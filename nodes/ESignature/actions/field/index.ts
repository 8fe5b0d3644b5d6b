export { create } from './create.operation';
export { createFromTags } from './createFromTags.operation';
export { createMany } from './createMany.operation';
export { deleteField as delete } from './delete.operation';
export { getAll } from './getAll.operation';
export { update } from './update.operation';
