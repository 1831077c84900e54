/** Names of uploaded files. */

/** Bytes of a name; file systems allow 255, and other files may be named after it. */
const MAX_NAME_BYTES = 150

/**
 * The name under which an uploaded file is stored: the last part of the path, without characters that a system gives a
 * meaning to. The name keeps its extensions, because an import recognises some files by them.
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

/** Cuts the beginning, because the endings matter. */
function cutFront(name: string): string {
  // No more bytes than characters; the end of a pair of surrogates is not a character.
  let cut = name.slice(-MAX_NAME_BYTES).replace(/^[\udc00-\udfff]/, '')
  while (Buffer.byteLength(cut) > MAX_NAME_BYTES) cut = [...cut].slice(1).join('')
  return cut.replace(/^[. ]+/, '')
}
