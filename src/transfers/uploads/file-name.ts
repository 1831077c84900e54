/** Names of uploaded files. */

/** Maximum number of bytes of a name. File systems allow 255, and names of further files are made from it. */
const MAX_NAME_BYTES = 150

/**
 * The name under which an uploaded file is stored: the last part of the path, without characters that have a special
 * meaning on some system. The name keeps its extensions, because an import recognises some files by them.
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

/** The name without its beginning, because its extensions are needed. */
function cutFront(name: string): string {
  // A character has at least one byte, so no more characters are needed. A second half of a surrogate pair is removed.
  let cut = name.slice(-MAX_NAME_BYTES).replace(/^[\udc00-\udfff]/, '')
  while (Buffer.byteLength(cut) > MAX_NAME_BYTES) cut = [...cut].slice(1).join('')
  return cut.replace(/^[. ]+/, '')
}
