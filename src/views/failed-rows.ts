/** Receives a row that cannot be read while other rows can. */
export type OnFailedRow = (kind: 'post' | 'user' | 'message', id: bigint, error: unknown) => void
