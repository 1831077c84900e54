/** Flags of Node with which a server runs. */
export const SERVER_FLAGS: readonly string[]
