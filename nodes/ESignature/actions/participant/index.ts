export { create } from './create.operation';
export { createMany } from './createMany.operation';
export { deleteParticipant as delete } from './delete.operation';
export { getAll } from './getAll.operation';
export { getSigningUrls } from './getSigningUrls.operation';
export { update } from './update.operation';
