/** Chooses the names under which uploaded files are stored. */

/**
 * Maximum number of bytes of a name. The maximum is below the 255 bytes that file systems allow, because other file
 * names are made by adding to this name.
 */
const MAX_NAME_BYTES = 150

/**
 * The name under which an uploaded file is stored. It is the last part of the path, without characters that have a
 * special meaning on some system. The name keeps its extensions, because an import recognises some files by their
 * extensions.
 */
export function fileNameOf(sent: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = last
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()+-]/gu, '_')
    .replace(/^[. ]+/, '')
    .trim()
  const short = cutFront(name)
  return short === '' ? 'upload' : short
}

/**
 * The end of a name that is too long. The end is kept, and not the beginning, because an import needs the extensions.
 */
function cutFront(name: string): string {
  // A character has at least one byte, so this number of characters is enough. If the cut text begins with the second
  // half of a surrogate pair, this half is removed.
  let cut = name.slice(-MAX_NAME_BYTES).replace(/^[\udc00-\udfff]/, '')
  while (Buffer.byteLength(cut) > MAX_NAME_BYTES) cut = [...cut].slice(1).join('')
  return cut.replace(/^[. ]+/, '')
}
