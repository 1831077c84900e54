/** Strings for caches. */

/** The character is assigned to this variable, so that the access is not optimised away. */
const looked = { at: 0 }

/**
 * The same string in contiguous memory. V8 stores a concatenation as a tree that retains all parts until a character is
 * accessed. A slice stays a view of its source.
 */
export function flat(text: string): string {
  looked.at = text.charCodeAt(0) | 0
  return text
}
