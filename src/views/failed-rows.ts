/** Receives a row that cannot be read although other rows can be read. */
export type OnFailedRow = (kind: 'post' | 'user' | 'message', id: bigint, error: unknown) => void
