/** Flags of Node with which a server runs. */
export const SERVER_FLAGS: readonly string[]
/** Prevents V8 from allocating new objects in the old generation. This flag may be set at any time. */
export const NO_PRETENURING: string
/** Variables of the allocator with which a server runs, unless they are set. */
export const SERVER_VARIABLES: Readonly<Record<string, string>>
/** Flags that limit the heap of an import. They may be set at any time. */
export const IMPORT_FLAGS: readonly string[]
