/**
 * Reads files of the R package academictwitteR. `data_<id>.json` has posts, and `users_<id>.json` in the same folder,
 * zip file or tar file has their `includes`. The id in the file names joins the two files
 * (spec/data-files.md#post-objects).
 */
import { basename } from 'node:path'
import type { SiblingNames, SiblingReader } from '../../files/siblings.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { isV2Post, v2Answer } from '../posts/v2-object.ts'
import { faultsOf, isFields } from './list-items.ts'

/** Maximum size in bytes of a file of includes; such a file is read as a whole. */
const MAX_INCLUDES_BYTES = 64 * 1024 * 1024

/**
 * The form of the posts in a file of academictwitteR. Undefined for a file with another name, or if the file of
 * includes is missing, unreadable or too large.
 */
export async function academicFormOf({ path, sibling }: AcademicFile): Promise<ValueForm | undefined> {
  const name = includesNameOf(basename(path))
  const includes = name === undefined ? undefined : await includesIn(sibling(name))
  return includes === undefined ? undefined : academicPost(includes)
}

/** The names of two files that belong together. */
export const ACADEMIC_FILES: SiblingNames = {
  siblingOf: includesNameOf,
  isSibling: (name) => /^users_\w{1,40}\.json$/.test(name),
}

/** The name of the file with the includes of a file of posts. */
function includesNameOf(name: string): string | undefined {
  const [, id] = /^data_(\w{1,40})\.json$/.exec(name) ?? []
  return id === undefined ? undefined : `users_${id}.json`
}

interface AcademicFile {
  /** Path of the file, or of the member of a zip or tar file. */
  readonly path: string
  /** Opens another file of the same folder, zip file or tar file. */
  readonly sibling: SiblingReader
}

/** The includes of a file; undefined if the file is missing or has other content. */
async function includesIn(bytes: AsyncIterable<Buffer> | undefined): Promise<Fields | undefined> {
  if (bytes === undefined) return undefined
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > MAX_INCLUDES_BYTES) return undefined
      chunks.push(chunk)
    }
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return isFields(value) && Array.isArray(value['users']) ? value : undefined
  } catch (error) {
    // The import also reads the file of includes itself, and reports its faults at that time.
    if (error instanceof SyntaxError || error instanceof FileUnreadable) return undefined
    throw error
  }
}

function academicPost(includes: Fields): ValueForm {
  const { tweets: _, ...others } = includes
  return {
    name: 'post of academictwitteR',
    kind: 'posts',
    matches: isV2Post,
    items: (fields, note) => {
      const { faults = [], ...bundle } = v2Answer({ data: [fields], includes: others }, note)
      return [{ kind: 'posts', bundle }, ...faultsOf(faults)]
    },
  }
}
