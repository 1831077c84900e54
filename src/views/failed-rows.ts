/** Told of a row that cannot be read by itself, while those around it can. */
export type OnFailedRow = (kind: 'post' | 'user' | 'message', id: bigint, error: unknown) => void
