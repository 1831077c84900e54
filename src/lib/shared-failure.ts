/** Something that all work stands on failed, such as a store of bytes: no item is the reason, and waiting helps. */
export abstract class SharedFailure extends Error {}
