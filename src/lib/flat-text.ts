/** Makes strings that are suitable for caches. */

/** The accessed character is assigned to this variable, so that the engine does not optimise the access away. */
const looked = { at: 0 }

/**
 * Returns an equal string in contiguous memory. V8 stores a concatenated string as a tree of its parts until a
 * character of it is accessed. A slice of a string still keeps the whole string in memory.
 */
export function flat(text: string): string {
  looked.at = text.charCodeAt(0) | 0
  return text
}
