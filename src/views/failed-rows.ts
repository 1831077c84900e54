/** Called with a row that cannot be read, when other rows can be read. */
export type OnFailedRow = (kind: 'post' | 'user' | 'message', id: bigint, error: unknown) => void
