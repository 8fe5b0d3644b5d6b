/** Why a file cannot be read; its message completes "because it ...". */
export class Damage extends Error {}
